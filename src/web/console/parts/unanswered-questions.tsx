import { Link } from 'wouter'
import { type AnswerTier, UnansweredQuestionsDocument } from '../generated/documents.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { moment } from './formats.ts'
import { Tier, tierNames } from './tier.tsx'

/** How sure the answers are that are listed, as the address has it. */
export const useTier = () => useParam<AnswerTier>('tier', ['not_found', 'uncertain'])

/** Chooses between what was not found and what was unsure. */
export function TierFilter() {
  const [tier, setTier] = useTier()
  return (
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
  )
}

/** What visitors asked the chat and the library could not surely answer, the latest first; each leads to its conversation. */
export function UnansweredQuestions() {
  const [tier] = useTier()
  const questions = usePages(UnansweredQuestionsDocument, { filter: tier ? { tier } : null }, (data) => data.unansweredQuestions)
  return (
    <Listed pages={questions} empty={<Empty title="Every question had an answer" />}>
      <ul className="rows">
        {questions.nodes.map(({ messageId, conversationId, question, tier, askedAt }) => (
          <li key={messageId}>
            <Link href={`/conversations/${conversationId}`}>{question}</Link>
            <p className="quiet">
              <Tier tier={tier} /> {moment(askedAt)}
            </p>
          </li>
        ))}
      </ul>
    </Listed>
  )
}
