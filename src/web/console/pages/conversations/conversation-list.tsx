import { Link } from 'wouter'
import { ConversationsDocument, type QueryType } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Listed } from '../../ui/states.tsx'

interface ConversationListProps {
  queryType: QueryType | null
  widgetClientId: number | null
}

/** Conversations by their first words, those with the latest messages first. */
export function ConversationList({ queryType, widgetClientId }: ConversationListProps) {
  const filter = { ...(queryType && { queryType }), ...(widgetClientId && { widgetClientId }) }
  const list = usePages(ConversationsDocument, { filter }, (data) => data.conversations)
  return (
    <Listed pages={list} empty={<Empty title="No conversation found">Try other filters.</Empty>}>
      <ul className="rows rows-wide">
        {list.nodes.map(({ id, lastMessageAt, pageUrl, widgetClient, messages }) => (
          <li key={id}>
            <Link href={`/conversations/${id}`}>{messages.edges[0]?.node.content ?? `Conversation ${id}`}</Link>
            <p className="quiet break">{[moment(lastMessageAt), widgetClient.name, pageUrl].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </Listed>
  )
}
