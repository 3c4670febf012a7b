import { Link } from 'wouter'
import { words } from '../../ui/pill.tsx'
import '../calls/transcript.css'
import type { ConversationQuery } from '../../generated/documents.ts'
import { Answer } from '../../parts/answer.tsx'
import { clock } from '../../parts/formats.ts'
import { Resources } from '../../parts/resources.tsx'
import { Rating, Tier } from '../../parts/tier.tsx'
import { useActorName } from '../../parts/use-actor-name.ts'

type ChatMessage = NonNullable<ConversationQuery['conversation']>['messages']['edges'][number]['node']

/** Where an answer's words are from: `local` and `fixed` are the service's own ways, a person is named above, all else is a model. */
const origin = (answeredBy: string) =>
  ({ local: 'in the library’s own sentences', fixed: 'a prepared answer', person: '' })[answeredBy] ?? `written by ${answeredBy}`

/** A message as staff see it: text, whatever is in it. */
export function Message({ message }: { message: ChatMessage }) {
  const { role, content, createdAt, state, tier, queryType, answeredBy, firstTokenMs, resources, feedback, adverseEvents } = message
  const nameOf = useActorName()
  const isPerson = answeredBy === 'person'
  const person = message.writtenBy ? `${nameOf(message.writtenBy)} as ${message.writtenAs}` : 'A person is to answer'
  const told = [
    !isPerson && queryType && words(queryType),
    answeredBy && origin(answeredBy),
    firstTokenMs != null && `first word after ${Math.round(firstTokenMs)} ms`,
    state !== 'complete' && words(state),
  ].filter(Boolean)
  return (
    <li className={`entry entry-${role === 'user' ? 'caller' : 'agent'}`}>
      <div className="entry-head">
        <strong>{role === 'user' ? 'Visitor' : isPerson ? person : 'Assistant'}</strong> <Tier tier={tier} />{' '}
        <time className="quiet" dateTime={createdAt}>
          {clock(createdAt)}
        </time>
      </div>
      {role === 'user' ? <p className="prose">{content}</p> : <Answer text={content} resources={resources} />}
      <Resources resources={resources} />
      {told.length > 0 && <p className="quiet">{told.join(' · ')}</p>}
      {adverseEvents.map(({ id, caseNumber }) => (
        <p key={id}>
          <Link href={`/safety/${id}`}>{caseNumber}</Link>
        </p>
      ))}
      {feedback && (
        <div className="feedback">
          <Rating helpful={feedback.helpful} />
          {feedback.comment && <blockquote>{feedback.comment}</blockquote>}
        </div>
      )}
    </li>
  )
}
