import { analyseByRules } from '../../src/domain/voice/analysis/analyse-by-rules.ts'
import type { CallAnalysis } from '../../src/domain/voice/analysis/analysis-schema.ts'
import { turnsOf } from '../../src/domain/voice/analysis/transcript-turns.ts'
import { utteranceReaders } from '../../src/domain/voice/analysis/utterance-readers.ts'
import { type Result, rowByRow } from '../measured.ts'
import { type FinishedCall, finishedCalls } from '../regression/voice/finished-calls.ts'
import { type WholeCall, wholeCalls } from '../regression/voice/whole-calls.ts'

const insights = utteranceReaders(undefined)
const plainCall = { callType: 'patient', agentType: 'patient', verified: false, functions: [], flaggedAdverseEvents: 0 }
const satisfactionClass = (score: number | null) => (score === null ? null : score < 3 ? 'low' : score === 3 ? 'neutral' : 'high')

/** The parts of an analysis that a care coordinator would have written otherwise. */
function wrongParts(
  expected: FinishedCall,
  { callOutcome, callbackRequested, satisfaction, followUpActions, summary }: CallAnalysis,
): string[] {
  const actions = followUpActions.map(({ action, priority }) => `${priority} ${action}`)
  const asExpected = {
    outcome: callOutcome === expected.outcome,
    callback: callbackRequested === expected.callback,
    satisfaction: satisfactionClass(satisfaction) === expected.satisfaction,
    actions:
      (expected.actions ?? []).every(([action, priority]) =>
        actions.some((one) => new RegExp(`^${priority} ${action.source.replace(/^\^/, '')}`, action.flags).test(one)),
      ) && !expected.noAction?.test(actions.join('\n')),
    overview: expected.overview?.test(summary.overview) ?? true,
    concern: expected.concern?.test(summary.patientConcern) ?? true,
    resolution: expected.resolution?.test(summary.resolution) ?? true,
  }
  return Object.entries(asExpected).flatMap(([part, right]) => (right ? [] : [part]))
}

/** Outcome, callback and medicines of a whole call that come out otherwise. */
function wrongOfWhole({ outcome, callback, medicines }: WholeCall, analysis: CallAnalysis): string[] {
  const found = analysis.medications.map((name) => name.toLowerCase())
  const missed = medicines.filter((name) => !found.some((one) => one.includes(name.toLowerCase())))
  return [
    ...(analysis.callOutcome === outcome ? [] : [`${analysis.callOutcome} for ${outcome}`]),
    ...(analysis.callbackRequested === callback ? [] : ['callback']),
    ...missed,
  ]
}

/** Finished calls, analysed without a model. */
export async function measure(): Promise<Result[]> {
  const rows: { name: string; wrong: string[] }[] = []
  for (const expected of finishedCalls) {
    const analysis = await analyseByRules({ ...plainCall, turns: turnsOf(expected.transcript), ...expected.call }, insights)
    rows.push({ name: expected.name, wrong: wrongParts(expected, analysis) })
  }
  const whole: typeof rows = []
  for (const one of wholeCalls()) whole.push({ name: one.name, wrong: wrongOfWhole(one, await analyseByRules(one.call, insights)) })
  const outcomes = rows.filter(({ wrong }) => !wrong.includes('outcome')).length
  return [
    rowByRow(
      'finished calls',
      'regression',
      rows,
      ({ name, wrong }) => `${name}: ${wrong.join(', ')}`,
      ({ wrong }) => wrong.length === 0,
      `; outcome ${outcomes} of ${rows.length}`,
    ),
    rowByRow(
      'whole calls',
      'tuning',
      whole,
      ({ name, wrong }) => `${name}: ${wrong.join(', ')}`,
      ({ wrong }) => wrong.length === 0,
    ),
  ]
}
