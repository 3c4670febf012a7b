import { useCallback, useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { Link, useParams } from 'wouter'
import { ConversationDocument, type ConversationQuery } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Found } from '../../ui/states.tsx'
import { View } from '../view.tsx'
import { Message } from './message.tsx'

type Read = NonNullable<ConversationQuery['conversation']>

/** A conversation, read by cursors: the first messages, and more when somebody asks. */
function useConversation(id: number) {
  const client = useClient()
  const [conversation, setConversation] = useState<Read | null>()
  const [error, setError] = useState<CombinedError>()
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(ConversationDocument, { id, after }, { requestPolicy: 'network-only' })
      setError(error)
      if (!data) return
      setConversation((before) => {
        const next = data.conversation ?? null
        if (!next || !before || after === null) return next
        return { ...next, messages: { ...next.messages, edges: [...before.messages.edges, ...next.messages.edges] } }
      })
    },
    [client, id],
  )
  useEffect(() => void read(null), [read])
  return { conversation, error, fetching: conversation === undefined && !error, read }
}

/** What was asked and answered, with how sure each answer was and what it rests on. */
function NumberedConversationPage({ id }: { id: number }) {
  const { conversation, error, fetching, read } = useConversation(id)
  return (
    <View>
      <p className="breadcrumb">
        <Link href="/conversations">Conversations</Link>
      </p>
      {!conversation && <h1>Conversation</h1>}
      <Found value={conversation} error={error} fetching={fetching} empty={<Empty title="There is no such conversation" />}>
        {({ createdAt, pageUrl, widgetClient, messages: { edges, pageInfo } }) => (
          <>
            <header className="page-head">
              <h1>Conversation {id}</h1>
              <p className="quiet break">{[moment(createdAt), widgetClient.name, pageUrl].filter(Boolean).join(' · ')}</p>
            </header>
            <ol className="transcript transcript-chat">
              {edges.map(({ node }) => (
                <Message key={node.id} message={node} />
              ))}
            </ol>
            {pageInfo.hasNextPage && <Button onClick={() => read(pageInfo.endCursor ?? null)}>Show more</Button>}
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
