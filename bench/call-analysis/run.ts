import { conversations } from '../../eval/corpora/conversations.ts'
import { analyseByRules } from '../../src/domain/voice/analysis/analyse-by-rules.ts'
import { utteranceReaders } from '../../src/domain/voice/analysis/utterance-readers.ts'
import { median, percentile, printTable } from '../support.ts'

/** How many summaries to print, evenly spread, and from which conversation on: `npm run bench call-analysis 20 7`. */
const [samples = 20, from = 0] = process.argv.slice(2).map(Number).filter(Number.isInteger)

const insights = utteranceReaders(undefined)
const all = conversations()
const step = Math.max(1, Math.floor(all.length / Math.max(1, samples)))
// A conversation that fails ends the run.
const durations: number[] = []
const counts = new Map<string, number>()
let longest = 0

for (const [index, { id, turns, note }] of all.entries()) {
  const start = performance.now()
  const analysis = await analyseByRules(
    { turns, callType: 'patient', agentType: 'patient', verified: true, functions: [], flaggedAdverseEvents: 0 },
    insights,
  )
  durations.push(performance.now() - start)
  const { summary, keyFindings, callOutcome, satisfaction, followUpActions } = analysis
  counts.set(callOutcome, (counts.get(callOutcome) ?? 0) + 1)
  longest = Math.max(longest, ...Object.values(summary).map((text) => text.length))
  if (samples > 0 && index % step === from % step) {
    const actions = followUpActions.map(({ action, priority }) => `${action} [${priority}]`)
    const lines = [
      ...['overview', 'patientConcern', 'resolution'].map((part) => `${part}: ${summary[part as keyof typeof summary]}`),
      ...keyFindings.map((finding) => `- ${finding}`),
      `${callOutcome}, satisfaction ${satisfaction}; ${actions.join('; ') || 'nothing to do'}`,
    ]
    process.stdout.write(`\n## ${id}\n(clinician's note: ${note.replace(/\s+/g, ' ').slice(0, 250)})\n${lines.join('\n')}\n`)
  }
}

const ms = (value: number) => value.toFixed(1)
printTable(
  'Local analysis of calls',
  ['conversations', 'median ms', 'p99 ms', 'longest summary text'],
  [[all.length, ms(median(durations)), ms(percentile(durations, 0.99)), longest]],
)
printTable(
  'Outcomes',
  ['outcome', 'conversations'],
  [...counts].toSorted(([, one], [, two]) => two - one),
)
