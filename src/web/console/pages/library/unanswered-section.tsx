import { UnansweredQueriesDocument } from '../../generated/documents.ts'
import { count, moment } from '../../parts/formats.ts'
import { TierFilter, UnansweredQuestions } from '../../parts/unanswered-questions.tsx'
import { useCaller } from '../../shell/caller.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Listed } from '../../ui/states.tsx'
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
          <UnansweredQuestions action={(question) => <WriteAnswer question={question} />} />
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
                <div className="block-head">
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
