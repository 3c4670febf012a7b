import { Link } from 'wouter'
import { FeedbackDocument } from '../../generated/documents.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { States } from '../../parts/states.tsx'
import { Tier } from '../../parts/tier.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { moment } from '../../parts/words.ts'

/** What visitors said of answers, the latest first. */
export function FeedbackList({ helpful }: { helpful: boolean | null }) {
  const list = usePages(FeedbackDocument, { first: 25, filter: helpful === null ? null : { helpful } }, (data) => data.chatFeedback)
  return (
    <>
      <States value={list.nodes} {...list} empty={<p>Nobody rated such an answer.</p>}>
        {(nodes) => (
          <ul className="rows rows-wide">
            {nodes.map(({ messageId, helpful, comment, createdAt, message }) => (
              <li key={messageId}>
                <p>
                  <span className={`badge ${helpful ? 'badge-succeeded' : 'badge-failed'}`}>{helpful ? 'Helped' : 'Did not help'}</span>{' '}
                  <Tier tier={message.tier} />
                </p>
                {comment && <blockquote>{comment}</blockquote>}
                <Link href={`/conversations/${message.conversationId}`} className="clamp">
                  {message.content}
                </Link>
                <p className="quiet">{moment(createdAt)}</p>
              </li>
            ))}
          </ul>
        )}
      </States>
      <MoreButton list={list} />
    </>
  )
}
