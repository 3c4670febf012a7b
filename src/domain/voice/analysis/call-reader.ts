import { isAgent, type Turn } from '../../../language/dialogue.ts'
import type { ReportedBenefit } from '../../payers/benefits.ts'
import type { BenefitsByModel } from '../payer-calls/benefits-by-model.ts'
import { isPayerCall } from '../payer-calls/payer-call-type.ts'
import { quotedBenefits } from '../payer-calls/quoted-benefits.ts'
import { readBenefits } from '../payer-calls/read-benefits.ts'
import { analyseByRules, type UtteranceReaders } from './analyse-by-rules.ts'
import type { CallAnalysis, CallToAnalyse } from './analysis-schema.ts'
import { withServiceSide } from './speaker-roles.ts'
import { callForModel } from './transcript-for-model.ts'
import { turnsOf } from './transcript-turns.ts'
import { verifyAnalysis } from './verify-analysis.ts'
import { type VerifiedNote, verifyNote } from './verify-note.ts'

/** A call as it was recorded, before anything of its words is read. */
export type RecordedCall = Omit<CallToAnalyse, 'turns' | 'streamed'> & {
  /** Null where none came: the utterances are then what was said. */
  transcript: string | null
  /** In order of time. */
  utterances: Turn[]
}

/** What rules read in a call. */
export interface CallReading {
  analysis: CallAnalysis
  /** What the payer stated in a payer call, as rules and the local model read it; empty for any other. */
  benefits: ReportedBenefit[]
  /** What the caller said in the transcript, and where; empty where there are utterances, which say it by themselves. */
  said: { text: string; offset: number }[]
}

/** All that is read of a whole call. Takes seconds for a transcript of a megabyte: the service has it in a thread (local-analysis.ts). */
export interface CallReader {
  read(call: RecordedCall): Promise<CallReading>
  /** The call as a model is given it. */
  forModel(call: RecordedCall): Promise<string>
  /** A model's analysis, held against the call and the local one. */
  verified(model: CallAnalysis, local: CallAnalysis, call: RecordedCall): Promise<CallAnalysis>
  /** Of a model's reading of a payer call what its quotes bear out. */
  quoted(read: BenefitsByModel, call: RecordedCall): Promise<ReportedBenefit[]>
  /** Of a model's note the sentences that a call, and what else is known, bear out (`verify-note`). */
  noted(note: string, call: RecordedCall, known: readonly string[], names: readonly string[]): Promise<VerifiedNote>
}

export const callReader = (insights: UtteranceReaders): CallReader => ({
  async read(recorded) {
    const call = withTurns(recorded)
    return {
      analysis: await analyseByRules(call, insights),
      benefits: isPayerCall(call) ? readBenefits(call.turns) : [],
      said: saidIn(recorded),
    }
  },
  forModel: async (recorded) => callForModel(withTurns(recorded)),
  verified: async (model, local, recorded) => verifyAnalysis(model, local, withTurns(recorded)),
  quoted: async (read, recorded) => quotedBenefits(read, withTurns(recorded).turns),
  noted: async (note, recorded, known, names) => verifyNote(note, withTurns(recorded), known, names),
})

/** So much of a transcript is looked through for details of a case: some hours of talk, of which so many turns are the caller's. */
const most = { characters: 200_000, turns: 200 }

function saidIn({ transcript, utterances }: RecordedCall): CallReading['said'] {
  if (transcript === null || utterances.length > 0) return []
  const beginning = transcript.slice(0, most.characters)
  const said: CallReading['said'] = []
  let from = 0
  for (const { speaker, text } of withServiceSide(turnsOf(beginning))) {
    const offset = beginning.indexOf(text, from)
    if (offset < 0) continue
    from = offset + text.length
    if (!isAgent({ speaker })) said.push({ text, offset })
    if (said.length === most.turns) break
  }
  return said
}

/** A transcript may lack part of what was streamed: the utterances are then searched for adverse events as well. */
function withTurns({ transcript, utterances, ...call }: RecordedCall): CallToAnalyse {
  return transcript === null ? { ...call, turns: utterances, streamed: [] } : { ...call, turns: turnsOf(transcript), streamed: utterances }
}
