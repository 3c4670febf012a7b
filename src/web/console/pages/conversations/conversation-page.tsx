import { useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { ConversationDocument, ConversationUpdatedDocument } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { useEvents } from '../../parts/use-events.ts'
import { useSoon } from '../../parts/use-soon.ts'
import { noPage, usePages } from '../../shell/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Found } from '../../ui/states.tsx'
import { View } from '../view.tsx'
import { Message } from './message.tsx'
import { Takeover } from './takeover.tsx'

/** What was asked and answered, with how sure each answer was and what it rests on; and the place to answer in person. */
function NumberedConversationPage({ id }: { id: number }) {
  const { nodes, data, error, loading, hasMore, more, refresh } = usePages(
    ConversationDocument,
    { id },
    ({ conversation }) => conversation?.messages ?? noPage,
  )
  const readSoon = useSoon(() => void refresh())
  // Whoever answers sees what comes, however long the conversation is.
  const isFollowed = data?.conversation?.takeover?.yours === true
  useEffect(() => {
    if (isFollowed && hasMore && !loading && !error) more()
  })
  useEvents(ConversationUpdatedDocument, { id }, { onData: readSoon, onConnected: readSoon })
  return (
    <View>
      <p className="breadcrumb">
        <Link href="/conversations">Conversations</Link>
      </p>
      {!data?.conversation && <h1>Conversation</h1>}
      <Found
        value={data?.conversation}
        error={data ? undefined : error}
        fetching={loading && !data}
        empty={<Empty title="There is no such conversation" />}
      >
        {(conversation) => (
          <>
            <header className="page-head">
              <h1>Conversation {id}</h1>
              <p className="quiet break">
                {[moment(conversation.createdAt), conversation.widgetClient.name, conversation.pageUrl].filter(Boolean).join(' · ')}
              </p>
            </header>
            <ol className="transcript transcript-chat">
              {nodes.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ol>
            {hasMore && <Button onClick={more}>Show more</Button>}
            <Takeover conversation={conversation} newest={nodes.at(-1)?.id} again={() => void refresh()} />
          </>
        )}
      </Found>
    </View>
  )
}

/** The page of one, by the number in its address. */
export default function ConversationPage() {
  const { id } = useParams()
  return <NumberedConversationPage key={id} id={Number(id)} />
}
