import { type Command, Option } from 'commander'
import { all, graphql, idOf } from './client.ts'

const roleNames = ['care_coordinator', 'safety_reviewer', 'benefits_specialist', 'content_editor', 'supervisor', 'administrator']

/** `care staff …`: people who sign in at the identity provider. */
export function staffCommands(program: Command): void {
  const staff = program.command('staff').description('people who sign in at the identity provider (OIDC_ISSUER)')

  staff
    .command('list')
    .description('show all people')
    .option('--search <words>', 'only those whose name or address has these words')
    .action(async ({ search }: { search?: string }) => {
      const fields = 'id name email roles lastSeenAt deactivatedAt'
      const people = await all<{ roles: string[] }>('staffMembers', 'StaffMemberFilter', fields, { search })
      console.table(people.map((person) => ({ ...person, roles: person.roles.join(' ') })))
    })

  staff
    .command('add')
    .description('expect a person, who is known by a verified address at the first sign-in')
    .requiredOption('--name <name>', 'as colleagues know them')
    .requiredOption('--email <address>', 'the address that the identity provider verified')
    .addOption(new Option('--roles <role...>', 'beside those that the provider names').choices(roleNames).default([], 'none'))
    .action(async (input: { name: string; email: string; roles: string[] }) => {
      const { addStaffMember } = await graphql<{ addStaffMember: { staffMember: { id: number } } }>(
        'mutation($input: AddStaffMemberInput!) { addStaffMember(input: $input) { staffMember { id } } }',
        { input },
      )
      console.log(`Staff member ${addStaffMember.staffMember.id} is expected.`)
    })

  staff
    .command('deactivate <id>')
    .description('refuse a person from now on')
    .action(async (id: string) => {
      await graphql('mutation($id: Int!) { deactivateStaffMember(input: { id: $id }) { staffMember { id } } }', {
        id: idOf(id, 'staff member'),
      })
      console.log(`Staff member ${id} is deactivated.`)
    })
}
