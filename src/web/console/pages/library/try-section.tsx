import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { TryChatDocument, TrySearchDocument } from '../../generated/documents.ts'
import { Answer } from '../../parts/answer.tsx'
import { Resources } from '../../parts/resources.tsx'
import { Tier } from '../../parts/tier.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { words } from '../../ui/pill.tsx'
import { Empty, Found, Trouble } from '../../ui/states.tsx'

/** One question to the search and to the chat, beside each other. It stays out of the address: people ask about people. */
export function TrySection() {
  const [text, setText] = useState((history.state as { question?: string } | null)?.question ?? '')
  const [asked, setAsked] = useState('')
  const [search] = useQuery({ query: TrySearchDocument, variables: { query: asked }, pause: asked === '', requestPolicy: 'network-only' })
  const [chat, send] = useMutation(TryChatDocument)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = text.trim()
    if (question === '') return
    setAsked(question)
    void send({ input: { message: question } })
  }
  return (
    <>
      <form className="inline-form" onSubmit={submit}>
        <Field label="Question" value={text} maxLength={1000} required onChange={setText} />
        <Button look="primary" type="submit" isDisabled={chat.fetching}>
          Ask
        </Button>
      </form>
      <p className="quiet">The chat keeps this as a conversation, and it counts in the figures.</p>
      {asked !== '' && (
        <div className="halves">
          <section aria-labelledby="found" aria-busy={search.fetching}>
            <h2 id="found">Search</h2>
            <Found
              value={search.data?.search.results}
              error={search.error}
              fetching={search.fetching}
              empty={<Empty title="Nothing was found">The library has no page for these words.</Empty>}
            >
              {(results) => (
                <ol className="rows">
                  {results.map((one) => (
                    <li key={one.id}>
                      <div className="block-head">
                        <strong>
                          {one.title}
                          {one.sectionHeader && ` › ${one.sectionHeader}`}
                        </strong>
                        <span className="score">{one.relevanceScore.toFixed(2)}</span>
                      </div>
                      <p>{one.excerpt}</p>
                      <p className="quiet">
                        {words(one.sectionType)}, {one.sourceType}
                      </p>
                    </li>
                  ))}
                </ol>
              )}
            </Found>
          </section>
          <section aria-labelledby="answered" aria-busy={chat.fetching}>
            <h2 id="answered">Chat</h2>
            {chat.fetching && <p className="quiet loading">Answering…</p>}
            <Trouble of={chat.error} />
            {!chat.fetching && chat.data?.sendChatMessage && (
              <div className="card">
                <p>
                  <Tier tier={chat.data.sendChatMessage.tier} /> <span className="quiet">{words(chat.data.sendChatMessage.queryType)}</span>
                </p>
                <Answer text={chat.data.sendChatMessage.answer} resources={chat.data.sendChatMessage.resources} />
                <Resources resources={chat.data.sendChatMessage.resources} />
              </div>
            )}
          </section>
        </div>
      )}
    </>
  )
}
