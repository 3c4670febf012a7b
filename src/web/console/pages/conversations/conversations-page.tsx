import { useQuery } from 'urql'
import { ConversationClientsDocument, FindConversationsDocument, type QueryType } from '../../generated/documents.ts'
import { FindByWords } from '../../parts/find-by-words.tsx'
import { SectionLinks } from '../../parts/section-links.tsx'
import { TierFilter, UnansweredQuestions } from '../../parts/unanswered-questions.tsx'
import { useCaller } from '../../shell/caller.tsx'
import { useParam } from '../../shell/use-param.ts'
import { words } from '../../ui/pill.tsx'
import { Select } from '../../ui/select.tsx'
import { View } from '../view.tsx'
import { ConversationList, LiveConversations } from './conversation-list.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { queryTypes } from './query-types.ts'

/** What visitors ask the chat, and what they think of its answers. */
export default function ConversationsPage() {
  const [view = 'all'] = useParam('view', ['all', 'live', 'unanswered', 'feedback'])
  return (
    <View>
      <div className="page-head block-head">
        <h1>Conversations</h1>
        <SectionLinks
          label="Conversations"
          param="view"
          value={view}
          sections={[
            ['all', 'All'],
            ['live', 'A person wanted'],
            ['unanswered', 'Without an answer'],
            ['feedback', 'Feedback'],
          ]}
        />
      </div>
      {view === 'all' && <All />}
      {view === 'live' && <LiveConversations />}
      {view === 'unanswered' && <Unanswered />}
      {view === 'feedback' && <Rated />}
    </View>
  )
}

function All() {
  const [type, setType] = useParam<QueryType>('type', queryTypes)
  const [client, setClient] = useParam('client')
  // Who may not read the clients does without their filter.
  const { may } = useCaller()
  const [{ data }] = useQuery({ query: ConversationClientsDocument, pause: !may('library') })
  const clients = data?.widgetClients.edges.map(({ node }) => node) ?? []
  return (
    <>
      <FindByWords
        label="Words that visitors wrote"
        document={FindConversationsDocument}
        foundIn={({ findConversations }) => findConversations}
        pathOf={(id) => `/conversations/${id}`}
      />
      <div className="filters">
        <Select
          label="Question"
          none="Any kind"
          value={type}
          onChange={setType}
          options={queryTypes.map((value) => [value, words(value)] as const)}
        />
        {clients.length > 1 && (
          <Select
            label="Site"
            none="Any site"
            value={client}
            onChange={setClient}
            options={clients.map(({ id, name }) => [String(id), name] as const)}
          />
        )}
      </div>
      <ConversationList queryType={type ?? null} widgetClientId={Number(client) || null} />
    </>
  )
}

function Unanswered() {
  return (
    <>
      <div className="filters">
        <TierFilter />
      </div>
      <UnansweredQuestions />
    </>
  )
}

function Rated() {
  const [helpful, setHelpful] = useParam('helpful', ['yes', 'no'])
  return (
    <>
      <div className="filters">
        <Select
          label="Answer"
          none="Helped or not"
          value={helpful}
          onChange={setHelpful}
          options={[
            ['yes', 'Helped'],
            ['no', 'Did not help'],
          ]}
        />
      </div>
      <FeedbackList helpful={helpful === undefined ? null : helpful === 'yes'} />
    </>
  )
}
