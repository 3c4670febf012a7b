import { Link } from 'wouter'
import { type AnswerTier, UnansweredQueriesDocument, UnansweredQuestionsDocument } from '../../generated/documents.ts'
import { count, moment } from '../../parts/formats.ts'
import { tierNames } from '../../parts/tier.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { Select } from '../../ui/select.tsx'
import { Empty, Listed } from '../../ui/states.tsx'

/** What people asked and the library does not have. */
export function UnansweredSection() {
  const [tier, setTier] = useParam<AnswerTier>('tier', ['not_found', 'uncertain'])
  const questions = usePages(UnansweredQuestionsDocument, { filter: tier ? { tier } : null }, (data) => data.unansweredQuestions)
  const searches = usePages(UnansweredQueriesDocument, {}, (data) => data.unansweredQueries)
  return (
    <div className="halves">
      <section aria-labelledby="questions">
        <div className="block-head">
          <h2 id="questions">Questions to the chat</h2>
          <Select
            label="Answer"
            none="Not found or unsure"
            value={tier}
            onChange={setTier}
            options={[
              ['not_found', tierNames.not_found],
              ['uncertain', tierNames.uncertain],
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
