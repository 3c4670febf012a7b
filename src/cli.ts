import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { version } from './version.ts'

// The command line is a client of a running service, so it does the same on a laptop and on a cluster.

if (existsSync('.env')) process.loadEnvFile('.env')

/** A message for the person at the terminal; no stack. */
class CommandError extends Error {}

/** `API_KEY`, or the key that a development start keeps in `DATA_DIR`. */
function apiKey(): string {
  const [configured] = (process.env.API_KEY ?? '').split(',')
  if (configured) return configured.trim()
  const file = join(process.env.DATA_DIR ?? '.data', 'keys.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { API_KEY?: string }).API_KEY : undefined
  if (kept === undefined) throw new CommandError('Set API_KEY to a key with the scope admin.')
  return kept
}

async function graphql<Data>(query: string, variables: object = {}): Promise<Data> {
  const url = process.env.CARE_URL ?? 'http://127.0.0.1:3000'
  if (!URL.canParse(url)) throw new CommandError(`CARE_URL must be a URL such as http://127.0.0.1:3000, not ${url}.`)
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  }).catch(() => {
    throw new CommandError(`There is no service at ${url}. Start it, or set CARE_URL.`)
  })
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string; extensions?: { errors?: object[] } }[] }
  if (errors?.[0] || !data) {
    const detail = errors?.[0]?.extensions?.errors
    throw new CommandError(`${errors?.[0]?.message ?? `HTTP ${response.status}`}${detail ? ` ${JSON.stringify(detail)}` : ''}`)
  }
  return data
}

const program = new Command('care').version(version).description('Manage a running Care Outreach service (CARE_URL, API_KEY)')
const keys = program.command('keys').description('API keys kept in the database')

keys
  .command('list')
  .description('show all keys; the secrets themselves are not kept')
  .action(async () => {
    const { apiKeys } = await graphql<{ apiKeys: object[] }>('{ apiKeys { id name scopes createdAt expiresAt revokedAt lastUsedAt } }')
    console.table(apiKeys)
  })

keys
  .command('create')
  .description('make a key and print it, this once')
  .requiredOption('--name <name>', 'who or what will use it')
  .addOption(new Option('--scopes <scope...>', 'what it may do').choices(['care', 'widget', 'admin']).makeOptionMandatory())
  .option('--expires <instant>', 'ISO 8601 with an offset, for example 2027-01-31T00:00:00Z')
  .action(async ({ name, scopes, expires }: { name: string; scopes: string[]; expires?: string }) => {
    const input = { name, scopes, expiresAt: expires }
    const { createApiKey } = await graphql<{ createApiKey: { key: string; apiKey: { id: number } } }>(
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id } } }',
      { input },
    )
    console.log(`Key ${createApiKey.apiKey.id}, shown only now:\n${createApiKey.key}`)
  })

keys
  .command('revoke <id>')
  .description('refuse a key from now on, for good')
  .action(async (id: string) => {
    if (!/^\d{1,9}$/.test(id)) throw new CommandError(`${id} is not the number of a key; see keys list.`)
    await graphql('mutation($id: Int!) { revokeApiKey(id: $id) { id } }', { id: Number(id) })
    console.log(`Key ${id} is revoked.`)
  })

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  console.error(`care: ${error.message}`)
  process.exitCode = 1
}
