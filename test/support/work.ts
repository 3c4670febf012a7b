import { clientOf, type TestService } from './service.ts'
import { newConversation, voiceOf } from './voice.ts'

const itemFields = 'id kind recordId state version priority assigneeId dueAt overdue openedAt closedAt patientId'

export interface Item {
  id: number
  kind: string
  recordId: number
  state: string
  version: number
  priority: string
  assigneeId: number | null
  dueAt: string | null
  overdue: boolean
  openedAt: string
  closedAt: string | null
  patientId: number | null
}

/** Staff at their work: the queue, decisions, and what stands behind them. */
export function workOf(service: TestService) {
  const voice = voiceOf(service)
  const { query } = voice
  const itemOf = async (kind: string, recordId: number): Promise<Item> => {
    const [found] = await service.sql<{ id: number }>('SELECT id FROM work_item WHERE kind = $1::work_kind AND record_id = $2', [
      kind,
      recordId,
    ])
    return (await query(`query($id: Int!) { workItem(id: $id) { ${itemFields} } }`, { id: found?.id })).workItem
  }
  return {
    voice,
    query,
    itemFields,
    itemOf,
    /** An adverse event that an agent flagged, as work. */
    async flagged(parameters: object = {}, conversation = newConversation('work')): Promise<Item> {
      const { body } = await voice.invoke(conversation, 'flag_adverse_event', {
        event_description: 'A rash on both arms',
        severity: 'moderate',
        ...parameters,
      })
      const [row] = await service.sql<{ id: number }>('SELECT id FROM adverse_event WHERE case_number = $1', [body.case_number])
      return itemOf('adverse_event', row?.id ?? 0)
    },
    async callback(): Promise<Item> {
      const { body } = await voice.invoke(newConversation('work'), 'request_callback', { phone_number: '+15551112222' })
      return itemOf('callback', body.callback_id)
    },
    async rejected(functionName = 'nothing', parameters: object = {}): Promise<Item> {
      await voice.invoke(newConversation('work'), functionName, parameters)
      const [row] = await service.sql<{ id: number }>('SELECT max(id) AS id FROM function_invocation WHERE work_item_id IS NOT NULL')
      return itemOf('rejected_invocation', row?.id ?? 0)
    },
    /** All items that a filter selects, in order. */
    async queue(filter = ''): Promise<Item[]> {
      const items: Item[] = []
      for (let after: string | null = null; ; ) {
        const { workQueue } = await query(
          `query($after: String) { workQueue(first: 50, after: $after${filter && `, filter: { ${filter} }`}) {
            edges { node { ${itemFields} } } pageInfo { hasNextPage endCursor } } }`,
          { after },
        )
        items.push(...workQueue.edges.map(({ node }: { node: Item }) => node))
        if (!workQueue.pageInfo.hasNextPage) return items
        after = workQueue.pageInfo.endCursor
      }
    },
    async history(id: number) {
      const { workItem } = await query(
        'query($id: Int!) { workItem(id: $id) { history { totalCount edges { node { at actor kind fromValue toValue note } } } } }',
        { id },
      )
      return workItem.history.edges.map(({ node }: { node: Step }) => node) as Step[]
    },
    /** A person whom work can be given to. */
    async staff(name: string, deactivated = false, roles: string[] = []): Promise<number> {
      const [row] = await service.sql<{ id: number }>(
        'INSERT INTO staff_member (name, deactivated_at, roles) VALUES ($1, CASE WHEN $2 THEN now() END, $3) RETURNING id',
        [name, deactivated, roles],
      )
      return row?.id ?? 0
    },
    /** A key with these scopes, as a client. */
    async as(...scopes: string[]) {
      const { createApiKey } = await query(
        `mutation { createApiKey(input: { name: "work", scopes: [${scopes.map((scope) => scope.replace(':', '_')).join(' ')}] }) { key } }`,
      )
      const { graphql } = clientOf(service.url)
      return (text: string, variables: object = {}) => graphql(text, variables, { key: createApiKey.key })
    },
  }
}

interface Step {
  at: string
  actor: string
  kind: string
  fromValue: string | null
  toValue: string | null
  note: string | null
}
