import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { CommandError, graphql, idOf, nodes, type Page } from './client.ts'
import { filesAt, readSource } from './source-files.ts'

interface Policy {
  id: number
  name: string
  state: 'queued' | 'ready' | 'failed'
  error: string | null
  rules: {
    name: string | null
    requirement: string | null
    paRequired: boolean | null
    stepTherapyRequired: boolean | null
    stepTherapyDrugs: string[]
  }[]
}

interface AddOptions {
  payer: string
  title?: string
  url?: string
  effective?: string
}

async function add(paths: string[], { payer, effective, title, url }: AddOptions): Promise<number[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  if ((title ?? url) !== undefined && files.length !== 1) throw new CommandError('--title and --url describe one policy; add it alone.')
  const ids: number[] = []
  for (const file of files) {
    const { name, content, ...told } = await readSource(file)
    const input = { name, content, payerId: payer, title: title ?? told.title, url: url ?? told.url, effectiveDate: effective }
    const document = 'mutation($input: AddPolicyInput!) { addPolicy(input: $input) { policy { id } } }'
    const { addPolicy } = await graphql<{ addPolicy: { policy: { id: number } } }>(document, { input }, '/graphql/upload')
    ids.push(addPolicy.policy.id)
  }
  return ids
}

async function read(id: number): Promise<Policy> {
  const fields = 'id name state error rules(limit: 1000) { name requirement paRequired stepTherapyRequired stepTherapyDrugs }'
  for (;;) {
    const query = `query($id: Int!) { policyDocument(id: $id) { ${fields} } }`
    const { policyDocument } = await graphql<{ policyDocument: Policy | null }>(query, { id })
    if (!policyDocument) throw new CommandError(`Policy ${id} was removed meanwhile.`)
    if (policyDocument.state !== 'queued') return policyDocument
    await setTimeout(300)
  }
}

const word = (value: boolean | null) => (value === null ? 'not said' : value ? 'required' : 'not required')

/** What was read, for a person to compare with the document: nobody should trust a reader that shows nothing. */
function show({ name, error, rules }: Policy): void {
  console.log(`${name}: ${error ?? `${rules.length} rules`}`)
  for (const rule of rules) {
    if (rule.requirement === 'EXCLUDED') {
      console.log(`  ${rule.name ?? 'all other drugs'}: not covered`)
      continue
    }
    const first = rule.stepTherapyDrugs.length > 0 ? `, first ${rule.stepTherapyDrugs.join(', ')}` : ''
    const step = `step therapy ${word(rule.stepTherapyRequired)}${first}`
    console.log(`  ${rule.name ?? 'all other drugs'}: prior authorization ${word(rule.paRequired)}; ${step}`)
  }
  if (error !== null) process.exitCode = 1
}

/** `care policies …`: what payers ask before they pay for a medicine. */
export function policyCommands(program: Command): void {
  const policies = program.command('policies').description("payers' policies")

  policies
    .command('add <path...>')
    .description('add policy documents (Markdown, HTML, PDF) and show what was read from them; adding again updates')
    .requiredOption('--payer <payer_id>', 'whose they are; * for payers that have none of their own')
    .option('--title <title>', 'for a single document')
    .option('--url <url>', 'the public address to cite, for a single document')
    .option('--effective <date>', 'YYYY-MM-DD: they do not count before')
    .action(async (paths: string[], options: AddOptions) => {
      for (const id of await add(paths, options)) show(await read(id))
    })

  policies
    .command('list')
    .description('show the documents')
    .action(async () => {
      const { policyDocuments } = await graphql<{ policyDocuments: Page<object> }>(
        '{ policyDocuments(first: 1000) { edges { node { id payerId state name title effectiveDate sample error } } } }',
      )
      console.table(nodes(policyDocuments))
    })

  policies
    .command('remove <id>')
    .description('remove a document with what was read from it')
    .action(async (id: string) => {
      const { removePolicy } = await graphql<{ removePolicy: { policy: { name: string } } }>(
        'mutation($id: Int!) { removePolicy(input: { id: $id }) { policy { name } } }',
        {
          id: idOf(id, 'policy'),
        },
      )
      console.log(`Removed ${removePolicy.policy.name}.`)
    })
}
