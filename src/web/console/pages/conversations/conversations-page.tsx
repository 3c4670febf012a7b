import { useQuery } from 'urql'
import { ConversationClientsDocument, type QueryType } from '../../generated/documents.ts'
import { Chosen } from '../../parts/chosen.tsx'
import { SectionLinks } from '../../parts/section-links.tsx'
import { useQueryString } from '../../parts/use-query-string.ts'
import { words } from '../../ui/pill.tsx'
import { View } from '../view.tsx'
import { ConversationList } from './conversation-list.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { queryTypes } from './query-types.ts'

/** What visitors ask the chat, and what they think of its answers. */
export default function ConversationsPage() {
  const view = useQueryString<'all' | 'feedback'>('view', 'all', ['all', 'feedback'])
  return (
    <View>
      <div className="page-head block-head">
        <h1>Conversations</h1>
        <SectionLinks
          label="Conversations"
          chosen={view}
          sections={[
            { value: 'all', name: 'All' },
            { value: 'feedback', name: 'Feedback' },
          ]}
        />
      </div>
      {view.value === 'all' ? <All /> : <Rated />}
    </View>
  )
}

function All() {
  const type = useQueryString<QueryType | 'any'>('type', 'any', ['any', ...queryTypes])
  const client = useQueryString<string>('client', 'any')
  // Who may not read the clients does without their filter.
  const [{ data }] = useQuery({ query: ConversationClientsDocument })
  const clients = data?.widgetClients.edges.map(({ node }) => node) ?? []
  return (
    <>
      <div className="filters">
        <Chosen
          label="Question"
          chosen={type}
          options={[{ value: 'any', name: 'Any kind' }, ...queryTypes.map((value) => ({ value, name: words(value) }))]}
        />
        {clients.length > 1 && (
          <Chosen
            label="Site"
            chosen={client}
            options={[{ value: 'any', name: 'Any site' }, ...clients.map(({ id, name }) => ({ value: String(id), name }))]}
          />
        )}
      </div>
      <ConversationList queryType={type.value === 'any' ? null : type.value} widgetClientId={Number(client.value) || null} />
    </>
  )
}

function Rated() {
  const helpful = useQueryString<'any' | 'yes' | 'no'>('helpful', 'any', ['any', 'yes', 'no'])
  return (
    <>
      <div className="filters">
        <Chosen
          label="Answer"
          chosen={helpful}
          options={[
            { value: 'any', name: 'Helped or not' },
            { value: 'yes', name: 'Helped' },
            { value: 'no', name: 'Did not help' },
          ]}
        />
      </div>
      <FeedbackList helpful={helpful.value === 'any' ? null : helpful.value === 'yes'} />
    </>
  )
}
