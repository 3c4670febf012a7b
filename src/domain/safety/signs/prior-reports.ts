import type { MedicineNames } from '../../drugs/medicine-names.ts'
import type { EarlierMessage } from './earlier-message.ts'
import { emergencyOf, kindsNamed, pointedBack } from './emergency.ts'
import { type EmergencyKind, emergencyKinds } from './emergency-kind.ts'
import { adverseEventOf } from './reported-effect.ts'
import { earlierWords } from './safety-message.ts'

/** What of a conversation a follow-up may be about. */
export interface PriorReports {
  /** The last emergency or report of a side effect of the last few messages. */
  told: { emergency: EmergencyKind | null; symptoms: string[]; isLast: boolean } | null
  /** The danger that the last question or its answer named, though of nobody. */
  named: EmergencyKind | null
  /** The same of the last answer alone, or what it told to call 911 for: "yes" says that it is so. */
  answered: EmergencyKind | null
  /** Whether the last question and its answer were about side effects. */
  aboutEffects: boolean
}

/** Messages and answers, so that a question or two may stand between. */
const turnsRead = 6

const gravest = (kinds: readonly EmergencyKind[]): EmergencyKind | null => emergencyKinds.find((kind) => kinds.includes(kind)) ?? null

/** The emergency of a fixed answer, null for the one to a report, undefined for all else. */
function takenUp({ answeredAs }: EarlierMessage): EmergencyKind | null | undefined {
  if (answeredAs === 'adverse_event') return null
  return emergencyKinds.find((kind) => kind === answeredAs)
}

/** The last that was told, with the symptoms of the last report; read backwards, as reading costs most where there is much. */
function lastTold(history: readonly EarlierMessage[], names: MedicineNames): PriorReports['told'] {
  let told: PriorReports['told'] = null
  for (const [at, earlier] of history.slice(-turnsRead).toReversed().entries()) {
    if (earlier.role === 'assistant') {
      const emergency = takenUp(earlier)
      if (emergency !== undefined) told ??= { emergency, symptoms: [], isLast: at < pointedBack }
      continue
    }
    const words = earlierWords(earlier, names)
    const report = adverseEventOf(words, [])
    const emergency = told ? null : (emergencyOf(words)?.kind ?? null)
    if (report || emergency) told ??= { emergency, symptoms: [], isLast: at < pointedBack }
    if (told && report && report.symptoms.length > 0) return { ...told, symptoms: report.symptoms }
  }
  return told
}

/**
 * Reads what was told and named before a message. An emergency or a report is one by its own words, or as it was answered then:
 * what is read here needs no more of the conversation than the last few messages.
 */
export function priorReports(history: readonly EarlierMessage[], names: MedicineNames): PriorReports {
  const last = history.slice(-pointedBack)
  const answers = last.slice(-1).filter(({ role }) => role === 'assistant')
  const inDoubt = answers.some(({ answeredAs }) => answeredAs === 'possible_emergency') ? 'medical' : null
  return {
    told: lastTold(history, names),
    named: gravest(last.flatMap((one) => kindsNamed(one, names))),
    answered: gravest(answers.flatMap((one) => kindsNamed(one, names))) ?? answers.map(takenUp)[0] ?? inDoubt,
    aboutEffects: last.some(({ aboutEffects }) => aboutEffects()),
  }
}
