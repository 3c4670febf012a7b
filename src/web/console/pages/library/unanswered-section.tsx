import { Link } from 'wouter'
import { type AnswerTier, UnansweredQueriesDocument, UnansweredQuestionsDocument } from '../../generated/documents.ts'
import { Chosen } from '../../parts/chosen.tsx'
import { count, moment } from '../../parts/formats.ts'
import { tierNames } from '../../parts/tier.tsx'
import { useQueryString } from '../../parts/use-query-string.ts'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Listed } from '../../ui/states.tsx'

/** What people asked and the library does not have. */
export function UnansweredSection() {
  const tier = useQueryString<AnswerTier | 'any'>('tier', 'any', ['any', 'not_found', 'uncertain'])
  const questions = usePages(
    UnansweredQuestionsDocument,
    { filter: tier.value === 'any' ? null : { tier: tier.value } },
    (data) => data.unansweredQuestions,
  )
  const searches = usePages(UnansweredQueriesDocument, {}, (data) => data.unansweredQueries)
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
        <Listed pages={questions} empty={<Empty title="Every question had an answer." />}>
          <ul className="rows">
            {questions.nodes.map((one) => (
              <li key={one.messageId}>
                <Link href={`/conversations/${one.conversationId}`}>{one.question}</Link>
                <p className="quiet">
                  {one.tier && tierNames[one.tier]}, {moment(one.askedAt)}
                </p>
              </li>
            ))}
          </ul>
        </Listed>
      </section>
      <section aria-labelledby="searches">
        <div className="block-head">
          <h2 id="searches">Searches without a good result</h2>
        </div>
        <Listed pages={searches} empty={<Empty title="Every search found something." />}>
          <ul className="rows">
            {searches.nodes.map((one) => (
              <li key={one.text}>
                {one.text}
                <p className="quiet">
                  Asked {one.asked === 1 ? 'once' : `${count(one.asked)} times`}, best score {one.bestRelevance.toFixed(2)}, last{' '}
                  {moment(one.lastAskedAt)}
                </p>
              </li>
            ))}
          </ul>
        </Listed>
      </section>
    </div>
  )
}
