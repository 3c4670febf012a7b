import { all, graphql } from '../client.ts'

interface Colleague {
  id: number
  email: string
  deactivatedAt: string | null
}

const domain = '@demo.example.org'
const names = { 'casey.north': 'Casey North (demo)', 'robin.ives': 'Robin Ives (demo)', 'sam.okoro': 'Sam Okoro (demo)' }

/** The demonstration's colleagues that the service has. */
export const demoColleagues = async (): Promise<Colleague[]> =>
  (await all<Colleague>('staffMembers', 'StaffMemberFilter', 'id email deactivatedAt')).filter(({ email }) => email?.endsWith(domain))

/** People to whom work can be given. They have no role, so that nobody who signs in as one of them may do anything. @returns their numbers */
export async function ensureColleagues(): Promise<number[]> {
  const known = await demoColleagues()
  const ids: number[] = []
  for (const [mailbox, name] of Object.entries(names)) {
    const email = `${mailbox}${domain}`
    const there = known.find((colleague) => colleague.email === email)
    if (there?.deactivatedAt) {
      await graphql('mutation($id: Int!) { reactivateStaffMember(input: { id: $id }) { staffMember { id } } }', { id: there.id })
    }
    ids.push(there?.id ?? (await add(name, email)))
  }
  return ids
}

async function add(name: string, email: string): Promise<number> {
  const document = 'mutation($input: AddStaffMemberInput!) { addStaffMember(input: $input) { staffMember { id } } }'
  const { addStaffMember } = await graphql<{ addStaffMember: { staffMember: { id: number } } }>(document, { input: { name, email } })
  return addStaffMember.staffMember.id
}
