import { type Command, Option } from 'commander'
import { all, graphql, idOf } from './client.ts'

const scopeNames = [
  'patients:read',
  'patients:write',
  'voice:webhook',
  'safety:review',
  'benefits',
  'library',
  'access',
  'widget',
  'care',
  'admin',
]

/** `care keys …`: the API keys kept in the database. */
export function keyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys kept in the database')

  keys
    .command('list')
    .description('show all keys; the secrets themselves are not kept')
    .action(async () => {
      const fields = 'id name scopes widgetClientId createdAt expiresAt revokedAt lastUsedAt'
      const rows = await all<{ scopes: string[] }>('apiKeys', 'ApiKeyFilter', fields)
      // As `--scopes` takes them, in words and not as a list: `console.table` prints no lists.
      console.table(rows.map((row) => ({ ...row, scopes: row.scopes.map((scope) => scope.replace('_', ':')).join(', ') })))
    })

  keys
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption('--name <name>', 'who or what will use it')
    .addOption(new Option('--scopes <scope...>', 'what it may do').choices(scopeNames).makeOptionMandatory())
    .option('--expires <instant>', 'ISO 8601 with an offset, for example 2027-01-31T00:00:00Z')
    .option('--client <id>', 'the widget client whose pages it is for (scope widget); the first, where absent')
    .action(async ({ name, scopes, expires, client }: { name: string; scopes: string[]; expires?: string; client?: string }) => {
      const widgetClientId = client === undefined ? undefined : idOf(client, 'widget client')
      const input = { name, scopes: scopes.map((scope) => scope.replace(':', '_')), expiresAt: expires, widgetClientId }
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
      await graphql('mutation($id: Int!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }', { id: idOf(id, 'key') })
      console.log(`Key ${id} is revoked.`)
    })
}
