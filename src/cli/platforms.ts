import { type Command, Option } from 'commander'
import { CommandError, graphql, idOf, nodes, type Page, serviceUrl } from './client.ts'

interface Connection {
  id: number
  provider: string
  address: string
}

interface WithSecret {
  secret: string
  platformConnection: Connection
}

const told = ({ secret, platformConnection: { id, address } }: WithSecret) =>
  `Connection ${id}: ${address}\nIts secret, shown only now:\n${secret}`

const listed = async () => {
  const fields = 'id provider name address active lastHeardAt lastError lastErrorAt'
  return nodes(
    (await graphql<{ list: Page<Connection> }>(`{ list: platformConnections(first: 1000) { edges { node { ${fields} } } } }`)).list,
  )
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
    .description('connect an account and print its secret, this once')
    .addOption(new Option('--provider <provider>', 'whose messages it takes').choices(['vapi']).makeOptionMandatory())
    .requiredOption('--name <name>', 'what staff call it')
    .action(async (input: { provider: string; name: string }) => {
      const fields = 'secret platformConnection { id provider address }'
      const document = `mutation($input: CreatePlatformConnectionInput!) { made: createPlatformConnection(input: $input) { ${fields} } }`
      console.log(told((await graphql<{ made: WithSecret }>(document, { input })).made))
    })

  platforms
    .command('secret <id>')
    .description('make a new secret; the one until now stays valid until the next')
    .action(async (id: string) => {
      const fields = 'secret platformConnection { id provider address }'
      const document = `mutation($id: Int!) { made: replacePlatformSecret(input: { id: $id }) { ${fields} } }`
      console.log(told((await graphql<{ made: WithSecret }>(document, { id: idOf(id, 'connection') })).made))
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
    .command('tools <id>')
    .description('print what to paste into the platform: address, kinds of messages, and the definitions of the functions')
    .action(async (text: string) => {
      const id = idOf(text, 'connection')
      const connection = (await listed()).find((one) => one.id === id)
      if (!connection) throw new CommandError(`There is no connection ${id}.`)
      console.log(JSON.stringify(await vapiTools(connection), null, 2))
    })
}

/** A JSON Schema, as far as the service describes functions by one. */
interface Schema {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}

/** When an agent invokes each function. What it takes is told by the service. */
const purposes: Record<string, string> = {
  patient_lookup: 'Verifies who is calling, before anything about a patient is said. Ask for all details first.',
  verify_benefits: 'Tells the coverage of the verified patient. Where it is still running, ask again after a moment.',
  check_pa_requirements: "Tells what the verified patient's payer asks before it pays for a medicine.",
  flag_adverse_event:
    'Reports a side effect, a worsening or any harm, whoever tells of it and whether or not they are verified. Use it at once.',
  request_callback: 'Asks staff to call back.',
  send_follow_up_email: 'Sends the verified patient an email about what was discussed.',
}

/** Vapi's definitions, made from what the service says that it accepts (`/openapi.json`). */
async function vapiTools({ address }: Connection) {
  const response = await fetch(new URL('/openapi.json', serviceUrl()))
  const { components } = (await response.json()) as { components: { schemas: Record<string, Schema> } }
  const functions = Object.entries(components.schemas).flatMap(([title, { properties }]) => {
    const name = properties?.function_name?.enum?.[0]
    const parameters = components.schemas[title.replace(/Invocation$/, 'Parameters')]
    return typeof name === 'string' && parameters ? [{ name, parameters }] : []
  })
  return {
    server: { url: address },
    serverMessages: ['tool-calls', 'end-of-call-report', 'status-update', 'transcript[transcriptType="final"]'],
    tools: functions.map(({ name, parameters }) => ({
      type: 'function',
      function: { name, description: purposes[name] ?? name, parameters: plain(parameters) },
      server: { url: address },
    })),
  }
}

/** Vapi's schemas have neither choices nor several types: of those the first stands, and of a value in any form its text. */
function plain({ anyOf, type, description, enum: values, items, properties, required }: Schema): Schema {
  const [first] = anyOf ?? []
  if (first) return plain(description === undefined ? first : { ...first, description })
  return {
    type: [type ?? 'string'].flat().find((one) => one !== 'null') ?? 'string',
    ...(description === undefined ? {} : { description }),
    ...(values ? { enum: values } : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, plain(property)])) }
      : {}),
    ...(required ? { required } : {}),
  }
}
