import { type Command, Option } from 'commander'
import { graphql, idOf, nodes, type Page } from './client.ts'

interface Settings {
  name?: string
  welcome?: string
  placeholder?: string
  color?: string
  origins?: string[]
  supportName?: string
  supportPhone?: string
  supportEmail?: string
  contentPages?: 'on' | 'off'
}

const inputOf = ({ welcome, placeholder, color, origins, contentPages, ...rest }: Settings) => ({
  ...rest,
  welcomeMessage: welcome,
  placeholderText: placeholder,
  primaryColor: color,
  allowedOrigins: origins,
  ...(contentPages !== undefined && { contentPages: contentPages === 'on' }),
})

const withLook = (command: Command) =>
  command
    .option('--welcome <text>', 'the first line of the chat')
    .option('--placeholder <text>', 'what stands in the empty input')
    .option('--color <#rrggbb>', 'primary colour')
    .addOption(new Option('--origins <origin...>', 'origins of its pages, for example https://care.example.com'))
    .option('--support-name <name>', 'who helps where the chat cannot')
    .option('--support-phone <phone>', 'as it is to be shown')
    .option('--support-email <email>')
    .addOption(
      new Option('--content-pages <state>', 'whether texts without a public address can be read at /content/…').choices(['on', 'off']),
    )

/** `care clients …`: the sites that have the widget. */
export function widgetClientCommands(program: Command): void {
  const clients = program.command('clients').description('sites with the widget')

  clients
    .command('list')
    .description('show all clients')
    .action(async () => {
      const { widgetClients } = await graphql<{ widgetClients: Page<{ allowedOrigins: string[] }> }>(
        `{ widgetClients(first: 1000) {
          edges { node { id name primaryColor allowedOrigins supportName supportPhone supportEmail contentPages archivedAt } } } }`,
      )
      console.table(nodes(widgetClients).map((client) => ({ ...client, allowedOrigins: client.allowedOrigins.join(' ') })))
    })

  withLook(
    clients.command('create').description('add a client; keys create --client makes its key').requiredOption('--name <name>'),
  ).action(async (look: Settings) => {
    const { createWidgetClient } = await graphql<{ createWidgetClient: { widgetClient: { id: number } } }>(
      'mutation($input: CreateWidgetClientInput!) { createWidgetClient(input: $input) { widgetClient { id } } }',
      { input: inputOf(look) },
    )
    console.log(`Client ${createWidgetClient.widgetClient.id}.`)
  })

  withLook(clients.command('update <id>').description('change what is given; the rest stays').option('--name <name>')).action(
    async (id: string, look: Settings) => {
      const document = 'mutation($input: UpdateWidgetClientInput!) { updateWidgetClient(input: $input) { widgetClient { id } } }'
      await graphql(document, { input: { id: idOf(id, 'client'), ...inputOf(look) } })
      console.log(`Client ${id} is changed.`)
    },
  )

  clients
    .command('archive <id>')
    .description('take a client out of service; its keys are refused from now on, for good')
    .action(async (id: string) => {
      await graphql('mutation($id: Int!) { archiveWidgetClient(input: { id: $id }) { widgetClient { id } } }', { id: idOf(id, 'client') })
      console.log(`Client ${id} is archived.`)
    })
}
