import { existsSync, readFileSync } from 'node:fs'
import { isHeldOut, type Labelled, phoneTable, psytar } from '../../eval/corpora/sentences.ts'
import { sampleQuestions } from '../../eval/regression/chat/sample-questions.ts'
import { expectedKinds, kindsOf, type Prompt, promptsOf, tables } from '../../eval/regression/safety/prompt-tables.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { percentile, printTable } from '../support.ts'

const show = process.env.SHOW === 'wrong'
const assess = (text: string) => assessMessage(text, [])
const isEmergency = (kinds: string) => kinds.startsWith('emergency')
const isReport = (kinds: string) => isEmergency(kinds) || kinds.includes('adverse_event')
const isOrdinary = (kinds: string) => kinds === 'answer' || kinds === 'greeting' || kinds === 'off_topic'

function tableRow(name: string, prompts: readonly Prompt[]): (string | number)[] {
  const rows = prompts.map((prompt) => ({ message: prompt.message, expected: expectedKinds(prompt), got: kindsOf(assess(prompt.message)) }))
  if (show)
    for (const { message, expected, got } of rows)
      if (expected !== got) process.stdout.write(`${name}: ${expected} -> ${got}: ${message}\n`)
  const of = (kind: (kinds: string) => boolean) => rows.filter(({ expected }) => kind(expected))
  const missed = (kind: (kinds: string) => boolean) => of(kind).filter(({ got }) => !kind(got)).length
  const isSideEffect = (kinds: string) => isReport(kinds) && !isEmergency(kinds)
  return [
    name,
    rows.length,
    prompts.filter(({ message }) => assess(message).language === 'es').length,
    rows.filter(({ expected, got }) => expected === got).length,
    `${missed(isEmergency)} of ${of(isEmergency).length}`,
    `${of(isSideEffect).filter(({ got }) => !isReport(got)).length} of ${of(isSideEffect).length}`,
    `${of(isOrdinary).filter(({ got }) => !isOrdinary(got)).length} of ${of(isOrdinary).length}`,
  ]
}

const share = (rows: readonly Labelled[]) =>
  `${((100 * rows.filter(({ text }) => assess(text).adverseEvent).length) / rows.length).toFixed(1)} % of ${rows.length}`

const questionsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).question)

function alarmRow(name: string, texts: readonly string[]): (string | number)[] {
  const found = texts.map((text) => ({ text, ...assess(text) }))
  if (show)
    for (const { text, queryType, declined } of found)
      if (declined || /emergency|adverse|off_topic|greeting/.test(queryType))
        process.stdout.write(`${name}: ${declined ?? queryType}: ${text}\n`)
  const count = (is: (one: (typeof found)[number]) => unknown) => found.filter(is).length
  return [
    name,
    texts.length,
    count(({ emergency }) => emergency),
    count(({ emergency, adverseEvent }) => adverseEvent && !emergency),
    count(({ declined }) => declined),
    count(({ promptInjection }) => promptInjection),
    count(({ queryType, promptInjection }) => !promptInjection && (queryType === 'off_topic' || queryType === 'greeting')),
  ]
}

const all = tables.map((file) => ({ file, prompts: promptsOf(file) }))
printTable(
  'Prompts',
  ['table', 'prompts', 'Spanish', 'right', 'emergencies missed', 'side effects missed', 'false alarms'],
  [
    ...all.map(({ file, prompts }) => tableRow(file, prompts)),
    tableRow(
      'all',
      all.flatMap(({ prompts }) => prompts),
    ),
  ],
)

if (existsSync('../shared/data/psytar_dev.jsonl')) {
  const parts = (name: string, rows: readonly Labelled[]) => [
    name,
    share(rows.filter(({ adverse }) => adverse)),
    share(rows.filter(({ adverse }) => !adverse)),
  ]
  const sentences = psytar()
  printTable(
    'Seen as a report of a side effect',
    ['sentences', 'of those that report one', 'of the others'],
    [
      parts('PsyTAR, all', sentences),
      parts('PsyTAR, reviews that trained nothing', sentences.filter(isHeldOut)),
      parts('callers (phone-reports.tsv)', phoneTable()),
    ],
  )
  const plain = [...sampleQuestions('sample-questions'), ...sampleQuestions('sample-questions-round-2')].map(({ question }) => question)
  printTable(
    'Alarms',
    ['texts', 'count', 'emergency', 'adverse event', 'declined', 'tampering', 'off topic or greeting'],
    [
      alarmRow('MedQuAD questions', questionsOf('../shared/data/medquad_dev.jsonl')),
      alarmRow('lay questions on the sample library', questionsOf('eval/regression/library/lay-questions.jsonl')),
      alarmRow('plain questions on the sample library', plain),
    ],
  )
}

const milliseconds = all.flatMap(({ prompts }) =>
  prompts.map(({ message }) => {
    const started = performance.now()
    assess(message)
    return performance.now() - started
  }),
)
printTable(
  'Milliseconds to assess a message',
  ['median', 'p99'],
  [[percentile(milliseconds, 0.5).toFixed(2), percentile(milliseconds, 0.99).toFixed(2)]],
)
