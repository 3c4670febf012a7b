import { Link } from 'wouter'
import { type AnswerTier, UnansweredQueriesDocument, UnansweredQuestionsDocument } from '../../generated/documents.ts'
import { Chosen } from '../../parts/chosen.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { States } from '../../parts/states.tsx'
import { tierNames } from '../../parts/tier.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { useQueryString } from '../../parts/use-query-string.ts'
import { count, moment } from '../../parts/words.ts'

/** What people asked and the library does not have. */
export function UnansweredSection() {
  const tier = useQueryString<AnswerTier | 'any'>('tier', 'any', ['any', 'not_found', 'uncertain'])
  const questions = usePages(
    UnansweredQuestionsDocument,
    { first: 25, filter: tier.value === 'any' ? null : { tier: tier.value } },
    (data) => data.unansweredQuestions,
  )
  const searches = usePages(UnansweredQueriesDocument, { first: 25 }, (data) => data.unansweredQueries)
  return (
    <div className="halves">
      <section aria-labelledby="questions">
        <div className="block-head">
          <h2 id="questions">Questions to the chat</h2>
          <Chosen
            label="Answer"
            chosen={tier}
            options={[
              { value: 'any', name: 'Not found or unsure' },
              { value: 'not_found', name: tierNames.not_found },
              { value: 'uncertain', name: tierNames.uncertain },
            ]}
          />
        </div>
        <States value={questions.nodes} {...questions} empty={<p>Every question had an answer.</p>}>
          {(nodes) => (
            <ul className="rows">
              {nodes.map((one) => (
                <li key={one.messageId}>
                  <Link href={`/conversations/${one.conversationId}`}>{one.question}</Link>
                  <p className="quiet">
                    {one.tier && tierNames[one.tier]}, {moment(one.askedAt)}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </States>
        <MoreButton list={questions} />
      </section>
      <section aria-labelledby="searches">
        <div className="block-head">
          <h2 id="searches">Searches without a good result</h2>
        </div>
        <States value={searches.nodes} {...searches} empty={<p>Every search found something.</p>}>
          {(nodes) => (
            <ul className="rows">
              {nodes.map((one) => (
                <li key={one.text}>
                  {one.text}
                  <p className="quiet">
                    Asked {one.asked === 1 ? 'once' : `${count(one.asked)} times`}, best score {one.bestRelevance.toFixed(2)}, last{' '}
                    {moment(one.lastAskedAt)}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </States>
        <MoreButton list={searches} />
      </section>
    </div>
  )
}
