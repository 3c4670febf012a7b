import { all, CommandError, graphql } from '../client.ts'
import { callPrefix, livePrefix } from './calls.ts'
import { demoPage } from './chats.ts'
import { mrnPrefix } from './people.ts'

/** A safety report ends with its case. */
const kinds = ['adverse_event', 'callback', 'discrepancy', 'follow_up_action', 'pa_case', 'rejected_invocation'] as const
export type WorkKind = (typeof kinds)[number]

interface OfCall {
  callId: string
}

/** An item of the queue, with whatever may tell that it is the demonstration's. */
export interface WorkItem {
  id: number
  kind: WorkKind
  state: string
  version: number
  assigneeId: number | null
  patient: { mrn: string } | null
  record: {
    caseCall?: OfCall | null
    actionCall?: OfCall | null
    callbackCall?: OfCall
    invocationCall?: OfCall | null
    chatMessage?: { conversation: { pageUrl: string | null } } | null
    adverseEvent?: { chatMessage: { conversation: { pageUrl: string | null } } | null } | null
  } | null
}

const fields = `id kind state version assigneeId patient { mrn } record {
  ... on AdverseEvent { caseCall: voiceCall { callId } chatMessage { conversation { pageUrl } } }
  ... on FollowUpAction { actionCall: voiceCall { callId } adverseEvent { chatMessage { conversation { pageUrl } } } }
  ... on CallbackRequest { callbackCall: voiceCall { callId } }
  ... on FunctionInvocation { invocationCall: voiceCall { callId } } }`

function isDemo({ patient, record }: WorkItem): boolean {
  if (patient?.mrn.startsWith(mrnPrefix)) return true
  const calls = [record?.caseCall, record?.actionCall, record?.callbackCall, record?.invocationCall]
  const chats = [record?.chatMessage, record?.adverseEvent?.chatMessage]
  return (
    calls.some((call) => call?.callId.startsWith(callPrefix) || call?.callId.startsWith(livePrefix)) ||
    chats.some((message) => message?.conversation.pageUrl?.startsWith(demoPage))
  )
}

/** What waits for staff because of the demonstration, and nothing else. */
export const openWork = async (): Promise<WorkItem[]> =>
  (await all<WorkItem>('workQueue', 'WorkQueueFilter', fields, { kinds })).filter(isDemo)

/**
 * Decides one item, as staff would; the note says that it is made up. One that has changed meanwhile, as a follow-up does with its
 * case, is left as it is.
 */
export async function decide({ id, version }: WorkItem, decision: object, note: string): Promise<void> {
  const { decideWork } = await graphql<{ decideWork: { results: { error: { code: string; message: string } | null }[] } }>(
    'mutation($input: DecideWorkInput!) { decideWork(input: $input) { results { error { code message } } } }',
    { input: { items: [{ workItemId: id, expectedVersion: version }], decision, note: `${note} (made up by care demo)` } },
  )
  const error = decideWork.results[0]?.error
  if (error && error.code !== 'CONFLICT') throw new CommandError(error.message)
}
