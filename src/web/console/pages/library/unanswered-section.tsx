import { useQuery } from 'urql'
import { Link } from 'wouter'
import { UnansweredGroupsDocument, UnansweredQueriesDocument } from '../../generated/documents.ts'
import { count, moment } from '../../parts/formats.ts'
import { Tier } from '../../parts/tier.tsx'
import { TierFilter, useTier } from '../../parts/unanswered-questions.tsx'
import { useCaller } from '../../shell/caller.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Found, Listed } from '../../ui/states.tsx'
import { WriteAnswer } from './write-answer.tsx'

/** What people asked and the library does not have; questions stand in conversations, which not all who keep the library may read. */
export function UnansweredSection() {
  const { may } = useCaller()
  const searches = usePages(UnansweredQueriesDocument, {}, (data) => data.unansweredQueries)
  return (
    <div className="halves">
      {may('patients_read', 'care') && (
        <section aria-labelledby="questions">
          <div className="block-head">
            <h2 id="questions">Questions to the chat</h2>
            <TierFilter />
          </div>
          <Groups />
        </section>
      )}
      <section aria-labelledby="searches">
        <div className="block-head">
          <h2 id="searches">Searches without a good result</h2>
        </div>
        <Listed pages={searches} empty={<Empty title="Every search found something" />}>
          <ul className="rows">
            {searches.nodes.map((one) => (
              <li key={one.text}>
                <div className="spread">
                  {one.text}
                  <WriteAnswer question={one.text} />
                </div>
                <p className="quiet">
                  Asked {one.asked === 1 ? 'once' : `${count(one.asked)} times`}, last {moment(one.lastAskedAt)}.{' '}
                  {one.resultCount === 0 ? 'Nothing was found.' : `The best result scored ${one.bestRelevance.toFixed(2)} of 1.`}
                </p>
              </li>
            ))}
          </ul>
        </Listed>
      </section>
    </div>
  )
}

/** Questions that ask the same, together, the most asked first; each leads to its conversation. */
function Groups() {
  const [tier] = useTier()
  const [{ data, error, fetching }] = useQuery({ query: UnansweredGroupsDocument, variables: { filter: tier ? { tier } : null } })
  return (
    <Found value={data?.unansweredGroups} error={error} fetching={fetching} empty={<Empty title="Every question had an answer" />}>
      {(groups) => (
        <ul className="rows">
          {groups.map(({ question, tier, asked, lastAskedAt, questions: [first, ...others] }) => (
            <li key={first?.messageId}>
              <div className="spread">
                <Link href={`/conversations/${first?.conversationId}`}>{question}</Link>
                <WriteAnswer question={question} />
              </div>
              <p className="quiet">
                <Tier tier={tier} /> {asked > 1 ? `Asked ${count(asked)} times, last ${moment(lastAskedAt)}` : moment(lastAskedAt)}
              </p>
              {others.length > 0 && (
                <details className="quiet">
                  <summary>The same in other words</summary>
                  <ul>
                    {others.map((one) => (
                      <li key={one.messageId}>
                        <Link href={`/conversations/${one.conversationId}`}>{one.question}</Link>, {moment(one.askedAt)}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </Found>
  )
}
