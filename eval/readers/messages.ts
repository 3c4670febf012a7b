import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { withoutInstructions } from '../../src/language/prompt-injection.ts'
import { haveSharedData, sharedRows } from '../corpora/shared-data.ts'
import { missing, type Result, rowByRow } from '../measured.ts'
import { promptsOf } from '../regression/safety/prompt-tables.ts'
import { verdicts } from './verdicts.ts'

const medquad = 'medquad_dev.jsonl'
const isOrdinary = (kinds: string) => kinds === 'answer' || kinds === 'greeting' || kinds === 'off_topic'

function isQuiet(question: string): boolean {
  const { emergency, adverseEvent, declined, promptInjection } = assessMessage(question, [])
  return !emergency && !adverseEvent && !declined && !promptInjection
}

/** Each message's whole verdict, the section that a question asks for, and what must pass without an alarm. */
export function measure(): Result[] {
  const asked = promptsOf('prompts.tsv').filter(({ expected }) => expected.startsWith('answer:'))
  const sets = verdicts().map(([set, rows]) => {
    const ordinary = rows.filter(({ expected }) => expected.every(isOrdinary))
    const alarms = `; false alarms at ${ordinary.filter(({ got }) => !isOrdinary(got)).length} of ${ordinary.length}`
    return rowByRow(
      set,
      'regression',
      rows,
      ({ label }) => label,
      // Small talk has a phrase of its own.
      ({ expected, got }) => expected.includes(got) || (got === 'greeting' && expected.includes('answer')),
      alarms,
    )
  })
  return [
    ...sets,
    rowByRow(
      'section asked for',
      'regression',
      asked,
      ({ message }) => message,
      ({ expected, message }) => `answer:${assessMessage(message, []).queryType}` === expected,
    ),
    ...published(),
  ]
}

/** Rules were mended until no row of these alarmed. */
function published(): Result[] {
  const [questions, answers] = ['MedQuAD questions raise no alarm', 'MedQuAD answers hold no prompt injection']
  if (!haveSharedData(medquad)) return [missing(questions, 'regression'), missing(answers, 'regression')]
  const rows: { id: string; question: string; answer: string }[] = sharedRows(medquad)
  return [
    rowByRow(
      questions,
      'regression',
      rows,
      ({ question }) => question,
      ({ question }) => isQuiet(question),
    ),
    rowByRow(
      answers,
      'regression',
      rows,
      ({ id }) => id,
      ({ answer }) => withoutInstructions(answer) === answer.replace(/\p{Cf}/gu, ''),
    ),
  ]
}
