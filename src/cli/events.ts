import { type Command, Option } from 'commander'
import { graphql, idOf, nodes, type Page } from './client.ts'
import { textOf } from './text-file.ts'

interface Subscription {
  id: number
  name: string
  url: string
  kinds: string[]
}

interface SubscriptionOptions {
  name: string
  kinds: string[]
  scheme: string
  document?: string
  ownerKey?: string
}

interface WithVerifier {
  verifier: string
  eventSubscription: Subscription
}

const told = ({ verifier, eventSubscription: { id, url } }: WithVerifier) =>
  `Subscription ${id} to ${url}\n${verifier.startsWith('whpk_') ? 'Its receiver verifies by this public key' : 'Its secret, shown only now'}:\n${verifier}`

/** Events have points where the schema has underscores. */
const kindsOf = (kinds: string[]) => kinds.map((kind) => kind.replaceAll('.', '_'))

/** `care events …`: where events go. */
export function eventCommands(program: Command): void {
  const events = program.command('events').description('events that go to other systems (docs/events.md)')

  events
    .command('list')
    .description('show all subscriptions, what waits and what was given up')
    .action(async () => {
      const fields = 'id name state url kinds waiting dead deliveredAt failingSince reason'
      const { list } = await graphql<{ list: Page<Subscription> }>(
        `{ list: eventSubscriptions(first: 1000) { edges { node { ${fields} } } } }`,
      )
      console.table(nodes(list).map(({ kinds, ...one }) => ({ ...one, kinds: kinds.join(' ') })))
    })

  events
    .command('subscribe <url>')
    .description('have events posted to an address, and print what its receiver verifies with, this once')
    .requiredOption('--name <name>', 'what staff call it')
    .requiredOption('--kinds <kinds...>', 'such as call.completed adverse_event.opened')
    .addOption(new Option('--scheme <scheme>', 'how they are signed').choices(['hmac', 'ed25519']).default('hmac'))
    .option('--document <file>', 'a GraphQL query whose answer goes into each event')
    .option('--owner-key <id>', 'with a document: the number of the API key under whose scopes it is run')
    .action(async (url: string, { kinds, document: file, ownerKey, ...rest }: SubscriptionOptions) => {
      const ofDocument = file === undefined ? {} : { document: textOf(file), ownerKeyId: idOf(ownerKey ?? '', 'key') }
      const input = { ...rest, ...ofDocument }
      const document = `mutation($input: CreateEventSubscriptionInput!) {
        made: createEventSubscription(input: $input) { verifier eventSubscription { id url } } }`
      console.log(told((await graphql<{ made: WithVerifier }>(document, { input: { ...input, url, kinds: kindsOf(kinds) } })).made))
    })

  events
    .command('set <id> <state>')
    .description('set a subscription active, paused, or ended, which is for good')
    .action(async (id: string, state: string) => {
      const document =
        'mutation($input: UpdateEventSubscriptionInput!) { updateEventSubscription(input: $input) { eventSubscription { id } } }'
      await graphql(document, { input: { id: idOf(id, 'subscription'), state } })
      console.log(`Subscription ${id} is ${state}.`)
    })

  events
    .command('rotate <id>')
    .description('replace the secret; for a day the old one signs beside the new one')
    .action(async (id: string) => {
      const document = 'mutation($id: Int!) { made: rotateEventSecret(input: { id: $id }) { verifier eventSubscription { id url } } }'
      console.log(told((await graphql<{ made: WithVerifier }>(document, { id: idOf(id, 'subscription') })).made))
    })

  events
    .command('ping <id>')
    .description('send an event that tells of nothing')
    .action(async (id: string) => {
      await graphql('mutation($id: Int!) { pingEventSubscription(input: { id: $id }) { event { id } } }', { id: idOf(id, 'subscription') })
      console.log('It is on its way; see care events deliveries.')
    })

  events
    .command('deliveries <id>')
    .description('show the last hundred deliveries')
    .action(async (id: string) => {
      const fields = 'id state attempts lastStatus lastError lastMs nextAt settledAt event { id kind }'
      const { list } = await graphql<{ list: Page<{ event: { id: string; kind: string } }> }>(
        `query($id: Int) { list: eventDeliveries(first: 100, filter: { subscriptionId: $id }) { edges { node { ${fields} } } } }`,
        { id: idOf(id, 'subscription') },
      )
      console.table(nodes(list).map(({ event, ...delivery }) => ({ event: `evt_${event.id} ${event.kind}`, ...delivery })))
    })

  events
    .command('replay <id>')
    .description('send again what was given up, or all of a time')
    .option('--from <time>', 'events from then on, in ISO 8601')
    .option('--until <time>', 'events before then')
    .action(async (id: string, range: { from?: string; until?: string }) => {
      const document = 'mutation($input: ReplayEventDeliveriesInput!) { done: replayEventDeliveries(input: $input) { count } }'
      const { done } = await graphql<{ done: { count: number } }>(document, { input: { id: idOf(id, 'subscription'), ...range } })
      console.log(`${done.count} events go out again.`)
    })
}
