import { type Command, Option } from 'commander'
import { CommandError, graphql, idOf, nodes, type Page } from './client.ts'
import { pasted } from './platform-tools.ts'

interface Connection {
  id: number
  provider: string
  address: string
}

interface WithSecret {
  secret: string | null
  platformConnection: Connection
}

const told = ({ secret, platformConnection: { id, address } }: WithSecret) =>
  `Connection ${id}: ${address}\n${secret === null ? 'The platform signs all that it sends.' : `Its secret, shown only now:\n${secret}`}`

const providers = ['vapi', 'retell', 'elevenlabs', 'bland', 'twilio']

/** Not an argument, as other users of a machine see those. */
const givenSecret = () => (process.env.PLATFORM_SECRET ? { secret: process.env.PLATFORM_SECRET } : {})

const listed = async () => {
  const fields = 'id provider name address active received failed recovered lastHeardAt lastError lastErrorAt'
  return nodes(
    (await graphql<{ list: Page<Connection> }>(`{ list: platformConnections(first: 1000) { edges { node { ${fields} } } } }`)).list,
  )
}

function calledNumber(text: string) {
  const [number, language, program] = text.split('=')
  return { number, language: language || null, program: program || null }
}

/** `care platforms …`: accounts at voice platforms. */
export function platformCommands(program: Command): void {
  const platforms = program.command('platforms').description('accounts at voice platforms that report their calls here')

  platforms
    .command('list')
    .description('show all connections, and when each was last heard of')
    .action(async () => console.table(await listed()))

  platforms
    .command('create')
    .description(
      'connect an account and print what it sends as its secret, this once; where the platform makes the secret, set PLATFORM_SECRET',
    )
    .addOption(new Option('--provider <provider>', 'whose messages it takes').choices(providers).makeOptionMandatory())
    .requiredOption('--name <name>', 'what staff call it')
    .action(async (input: { provider: string; name: string }) => {
      const fields = 'secret platformConnection { id provider address }'
      const document = `mutation($input: CreatePlatformConnectionInput!) { made: createPlatformConnection(input: $input) { ${fields} } }`
      console.log(told((await graphql<{ made: WithSecret }>(document, { input: { ...input, ...givenSecret() } })).made))
    })

  platforms
    .command('secret <id>')
    .description('replace the secret, by PLATFORM_SECRET where the platform makes it; the one until now stays valid until the next')
    .action(async (id: string) => {
      const fields = 'secret platformConnection { id provider address }'
      const document = `mutation($input: ReplacePlatformSecretInput!) { made: replacePlatformSecret(input: $input) { ${fields} } }`
      console.log(told((await graphql<{ made: WithSecret }>(document, { input: { id: idOf(id, 'connection'), ...givenSecret() } })).made))
    })

  platforms
    .command('deactivate <id>')
    .description('take a connection out of service, for good')
    .action(async (id: string) => {
      const document = 'mutation($id: Int!) { deactivatePlatformConnection(input: { id: $id }) { platformConnection { id } } }'
      await graphql(document, { id: idOf(id, 'connection') })
      console.log(`Connection ${id} is out of service.`)
    })

  platforms
    .command('api-key <id>')
    .description("give a connection the key of its platform's API in PLATFORM_API_KEY, so that lost reports are fetched")
    .action(async (id: string) => {
      const apiKey = process.env.PLATFORM_API_KEY
      if (!apiKey) throw new CommandError('Set PLATFORM_API_KEY.')
      const document = 'mutation($input: SetPlatformApiKeyInput!) { setPlatformApiKey(input: $input) { platformConnection { id } } }'
      await graphql(document, { input: { id: idOf(id, 'connection'), apiKey } })
      console.log(`Connection ${id} fetches the reports that do not come.`)
    })

  platforms
    .command('set <id>')
    .description('change what a connection is about; what is not given stays')
    .option('--line <name>', 'its phone line: connections of one line tell of the same calls; empty for none')
    .option('--agents <ids...>', 'ids of the agents whose calls are listed')
    .option('--numbers <numbers...>', 'what an agent is told by the number called, as number=language=program')
    .action(async (id: string, { line, agents, numbers }: { line?: string; agents?: string[]; numbers?: string[] }) => {
      const input = {
        id: idOf(id, 'connection'),
        ...(line === undefined ? {} : { line: line || null }),
        ...(agents && { agents }),
        ...(numbers && { numbers: numbers.map(calledNumber) }),
      }
      const document = `mutation($input: UpdatePlatformConnectionInput!) {
        changed: updatePlatformConnection(input: $input) { platformConnection { line agents numbers { number language program } } } }`
      const { changed } = await graphql<{ changed: { platformConnection: object } }>(document, { input })
      console.log(JSON.stringify(changed.platformConnection, null, 2))
    })

  platforms
    .command('reread [id]')
    .description('have messages read again that could not be, of one connection or of all')
    .action(async (id?: string) => {
      const input = id === undefined ? {} : { connectionId: idOf(id, 'connection') }
      const document = 'mutation($input: RereadPlatformMessagesInput!) { done: rereadPlatformMessages(input: $input) { count } }'
      const { done } = await graphql<{ done: { count: number } }>(document, { input })
      console.log(`${done.count} messages are read again.`)
    })

  platforms
    .command('tools <id>')
    .description('print what to paste into the platform: address, kinds of messages, and the definitions of the functions')
    .action(async (text: string) => {
      const id = idOf(text, 'connection')
      const connection = (await listed()).find((one) => one.id === id)
      if (!connection) throw new CommandError(`There is no connection ${id}.`)
      console.log(JSON.stringify(await pasted(connection), null, 2))
    })
}
