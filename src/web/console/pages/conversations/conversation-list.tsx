import { Link } from 'wouter'
import { ConversationsDocument, type QueryType } from '../../generated/documents.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { States } from '../../parts/states.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { moment } from '../../parts/words.ts'

interface ConversationListProps {
  queryType: QueryType | null
  widgetClientId: number | null
}

/** Conversations by their first words, those with the latest messages first. */
export function ConversationList({ queryType, widgetClientId }: ConversationListProps) {
  const filter = { ...(queryType && { queryType }), ...(widgetClientId && { widgetClientId }) }
  const list = usePages(ConversationsDocument, { first: 25, filter }, (data) => data.conversations)
  return (
    <>
      <States value={list.nodes} {...list} empty={<p>No conversation fits.</p>}>
        {(nodes) => (
          <ul className="rows rows-wide">
            {nodes.map(({ id, lastMessageAt, pageUrl, widgetClient, messages }) => (
              <li key={id}>
                <Link href={`/conversations/${id}`}>{messages.edges[0]?.node.content ?? `Conversation ${id}`}</Link>
                <p className="quiet break">{[moment(lastMessageAt), widgetClient.name, pageUrl].filter(Boolean).join(' · ')}</p>
              </li>
            ))}
          </ul>
        )}
      </States>
      <MoreButton list={list} />
    </>
  )
}
