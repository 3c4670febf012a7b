import type { FilledService } from './service.ts'

/** Records worth a picture: each the first of its list that has something to show. */
export interface Places {
  patient: number
  safetyCase: number
  workItem: number
  paCase: number
  liveCall: number
  endedCall: number
  conversation: number
  contentItem: string
}

const query = `{
  patients(first: 20, filter: { hasAdverseEvents: true }) { edges { node { id totalConversations verificationStatus } } }
  adverseEvents(first: 50) { edges { node { id source symptoms voiceCall { id } reviewState } } }
  workQueue(first: 50) { edges { node { id kind } } }
  paCases(first: 100) { edges { node { id medicationName status criteria sources { title } } } }
  live: voiceCalls(first: 5, filter: { statuses: [in_progress] }) { edges { node { id } } }
  ended: voiceCalls(first: 50, filter: { statuses: [completed] }) { edges { node { id adverseEvents { id } } } }
  conversations(first: 20) { edges { node { id messages(first: 4) { edges { node { id } } } } } }
  first: contentItems(perPage: 100) { items { id sourceUrl } }
  second: contentItems(perPage: 100, page: 2) { items { id sourceUrl } }
}`

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: read once, in a script
  [list: string]: { edges: { node: any }[]; items?: { id: string; sourceUrl: string | null }[] }
}

export async function ask({ url, key }: FilledService): Promise<Places> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data, errors } = (await response.json()) as { data?: Answer; errors?: { message: string }[] }
  if (!data) throw new Error(errors?.map(({ message }) => message).join('\n'))
  // biome-ignore lint/suspicious/noExplicitAny: read once, in a script
  const first = (list: string, fits: (node: any) => unknown = () => true) => {
    const nodes = data[list]?.edges.map(({ node }) => node) ?? []
    return (nodes.find(fits) ?? nodes[0])?.id
  }
  return {
    patient: first('patients', ({ verificationStatus }) => verificationStatus === 'VERIFIED'),
    safetyCase: first('adverseEvents', ({ voiceCall, symptoms }) => voiceCall && symptoms.length > 0),
    workItem: first('workQueue', ({ kind }) => kind === 'adverse_event'),
    paCase: first('paCases', ({ criteria, sources }) => criteria.length > 0 && sources.length > 0),
    liveCall: first('live'),
    endedCall: first('ended', ({ adverseEvents }) => adverseEvents.length > 0),
    conversation: first('conversations', ({ messages }) => messages.edges.length > 3),
    // One that has no address elsewhere.
    contentItem: [...(data.first?.items ?? []), ...(data.second?.items ?? [])].find(({ sourceUrl }) => sourceUrl === null)?.id ?? '',
  }
}
