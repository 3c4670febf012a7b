import { Link } from 'wouter'
import { plainText } from '../../../answer-text.ts'
import { FeedbackDocument } from '../../generated/documents.ts'
import { moment } from '../../parts/formats.ts'
import { Rating, Tier } from '../../parts/tier.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Listed } from '../../ui/states.tsx'

/** What visitors said of answers, the latest first. */
export function FeedbackList({ helpful }: { helpful: boolean | null }) {
  const list = usePages(FeedbackDocument, { filter: helpful === null ? null : { helpful } }, (data) => data.chatFeedback)
  return (
    <Listed pages={list} empty={<Empty title="No feedback found">Visitors may rate each answer in the widget.</Empty>}>
      <ul className="rows rows-wide">
        {list.nodes.map(({ messageId, helpful, comment, createdAt, message }) => (
          <li key={messageId}>
            <Link href={`/conversations/${message.conversationId}`} className="clamp">
              {message.replyTo?.content ?? `Conversation ${message.conversationId}`}
            </Link>
            <p className="clamp">{plainText(message.content)}</p>
            {comment && <blockquote>{comment}</blockquote>}
            <p className="quiet">
              <Rating helpful={helpful} /> <Tier tier={message.tier} /> {moment(createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Listed>
  )
}
