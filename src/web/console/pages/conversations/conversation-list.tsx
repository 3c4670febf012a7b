import { Link } from 'wouter'
import { ConversationsDocument, type ConversationsQuery, ConversationUpdatedDocument, type QueryType } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { useEvents } from '../../parts/use-events.ts'
import { useSoon } from '../../parts/use-soon.ts'
import { type Pages, usePages } from '../../shell/use-pages.ts'
import { Empty, Listed } from '../../ui/states.tsx'

type ConversationShown = ConversationsQuery['conversations']['edges'][number]['node']

interface ConversationListProps {
  queryType: QueryType | null
  widgetClientId: number | null
}

/** Conversations by their first words, those with the latest messages first. */
export function ConversationList({ queryType, widgetClientId }: ConversationListProps) {
  const filter = { ...(queryType && { queryType }), ...(widgetClientId && { widgetClientId }) }
  const list = usePages(ConversationsDocument, { filter }, (data) => data.conversations)
  return <Rows list={list} none="Try other filters." />
}

/** Those in which a person is wanted or is, as they come. */
export function LiveConversations() {
  const list = usePages(ConversationsDocument, { filter: { live: true } }, (data) => data.conversations)
  const readSoon = useSoon(() => void list.refresh())
  useEvents(ConversationUpdatedDocument, {}, { onData: readSoon, onConnected: readSoon })
  return <Rows list={list} none="Here are those in which a visitor has asked for a person in the last hour, or staff have taken over." />
}

function Rows({ list, none }: { list: Pages<ConversationShown, ConversationsQuery>; none: string }) {
  return (
    <Listed pages={list} empty={<Empty title="No conversation found">{none}</Empty>}>
      <ul className="rows rows-wide">
        {list.nodes.map(({ id, lastMessageAt, pageUrl, widgetClient, messages, takeover }) => (
          <li key={id}>
            <Link href={`/conversations/${id}`}>{messages.edges[0]?.node.content ?? `Conversation ${id}`}</Link>
            <p className="quiet break">
              {[takeover?.attended && `${takeover.shownAs} answers`, moment(lastMessageAt), widgetClient.name, pageUrl]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Listed>
  )
}
