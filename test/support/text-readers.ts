import { withWrittenLines } from '../../src/domain/benefits/policies/written-lines.ts'
import { composeAnswer } from '../../src/domain/chat/answer/extractive/compose-answer.ts'
import { measuresIn, rangesIn } from '../../src/domain/chat/answer/extractive/measures.ts'
import { questionParts } from '../../src/domain/chat/answer/extractive/question-parts.ts'
import { confusesSeverity } from '../../src/domain/chat/answer/extractive/severity.ts'
import { standaloneQuestion } from '../../src/domain/chat/answer/extractive/standalone-question.ts'
import { withoutUnsupportedFigures } from '../../src/domain/chat/answer/model/figure-guard.ts'
import { statedFacts } from '../../src/domain/chat/answer/model/stated-facts.ts'
import type { RetrievedItem } from '../../src/domain/chat/chat.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { drugOf } from '../../src/domain/drugs/drug-of.ts'
import { findMedications } from '../../src/domain/drugs/find-medications.ts'
import { jcodesOf } from '../../src/domain/drugs/jcodes-of.ts'
import { productsTaught } from '../../src/domain/drugs/products-taught.ts'
import { unknownNames } from '../../src/domain/drugs/unknown-names.ts'
import { layPhrases } from '../../src/domain/library/search/lay-words.ts'
import { payerContradicts } from '../../src/domain/payers/payer-names.ts'
import { memberIdKeys } from '../../src/domain/payers/spoken-member-id.ts'
import { unflaggedMentions } from '../../src/domain/safety/cases/unflagged.ts'
import { analyseByRules } from '../../src/domain/voice/analysis/analyse-by-rules.ts'
import { callAnalysis } from '../../src/domain/voice/analysis/analysis-schema.ts'
import { callForModel } from '../../src/domain/voice/analysis/transcript-for-model.ts'
import { turnsOf } from '../../src/domain/voice/analysis/transcript-turns.ts'
import { utteranceReaders } from '../../src/domain/voice/analysis/utterance-readers.ts'
import { verifyAnalysis } from '../../src/domain/voice/analysis/verify-analysis.ts'
import { followUpText, subjectLine } from '../../src/domain/voice/email/follow-up-email.ts'
import { matchNames } from '../../src/domain/voice/identity/names.ts'
import { insightsOf } from '../../src/domain/voice/insights/insights-of.ts'
import { readBenefits } from '../../src/domain/voice/payer-calls/read-benefits.ts'
import { foldForSearch, searchWords } from '../../src/language/folding.ts'
import { isPromptInjection, withoutInstructions } from '../../src/language/prompt-injection.ts'
import { inEnglish } from '../../src/language/spanish/in-english.ts'
import { text } from '../../src/platform/values.ts'

/** A reader of text from outside. */
export interface TextReader {
  name: string
  /** The most UTF-16 units that it is given. */
  limit: number
  /** How much the suite gives it, where the most would take too long. */
  suiteLength?: number
  /** Where it runs. */
  thread: 'main' | 'worker'
  read(text: string): unknown
}

const items: RetrievedItem[] = [
  [
    'Humira dosing',
    'Recommended dose',
    'The recommended dose of Humira is 40 mg every other week.\nFor children:\n- 20 mg every other week\n- 40 mg every other week',
  ],
  ['Humira storage', 'Storage', 'Store Humira in the refrigerator. It may be kept out for up to 14 days.'],
  ['Questions', 'What if I miss a dose?', 'Take it as soon as you remember. Then go on as before. But do not take two doses at once.'],
].map(([title = '', sectionHeader = '', content = ''], index) => ({
  id: String(index),
  title,
  sectionHeader,
  content,
  sectionType: 'dosing',
  relevance: 0.9,
}))
/** As long as a section of the library gets (documents/split-text.ts): 320 words, of 15 letters at most. */
const cut = (said: string) => /^(?:\s*\S+){0,320}/.exec(said)?.[0] ?? ''
const section = (content: string): RetrievedItem => ({
  id: 'one',
  title: 'Humira dosing',
  sectionHeader: 'Dose',
  content,
  sectionType: 'dosing',
  relevance: 0.9,
})

const call = (transcript: string) => ({
  turns: turnsOf(transcript),
  callType: 'patient',
  agentType: 'patient',
  verified: false,
  functions: [],
  flaggedAdverseEvents: 0,
})
const local = callAnalysis.parse({
  summary: { overview: 'A', patientConcern: 'B', resolution: 'C' },
  keyFindings: [],
  topics: [],
  medications: [],
  callOutcome: 'unresolved',
  satisfaction: null,
  callbackRequested: false,
  followUpActions: [],
  adverseEvents: [],
})
const saying = (said: string) => ({
  ...local,
  summary: { overview: said, patientConcern: said, resolution: said },
  keyFindings: [said],
  medications: [said],
  followUpActions: [{ action: said, priority: 'low' as const, assignedTo: said }],
  adverseEvents: [{ description: said, severity: null, medicationName: said, symptoms: [said] }],
})
const readers = utteranceReaders(undefined)
const drain = async (tokens: AsyncIterable<string>) => {
  for await (const _ of tokens);
}

export const textReaders: TextReader[] = [
  {
    name: 'validation of a transcript',
    limit: 1_000_000,
    suiteLength: 64_000,
    thread: 'main',
    read: (said) => text(1_000_000).safeParse(said),
  },
  { name: 'Spanish in English', limit: 4_000, thread: 'main', read: inEnglish },
  { name: 'everyday phrases', limit: 4_000, thread: 'main', read: (said) => layPhrases(searchWords(said)) },
  { name: 'unknown products', limit: 4_000, thread: 'main', read: (said) => unknownNames(said, () => false) },
  { name: 'chat message', limit: 4_000, thread: 'main', read: (said) => assessMessage(said, []) },
  {
    name: 'earlier messages',
    limit: 4_000,
    suiteLength: 2_000,
    thread: 'main',
    read: (said) =>
      assessMessage(
        'I have all of the above and it is spreading',
        Array.from({ length: 40 }, (_, at) => ({ role: at % 2 === 0 ? ('user' as const) : ('assistant' as const), content: said })),
      ),
  },
  {
    name: 'message after itself',
    limit: 4_000,
    suiteLength: 2_000,
    thread: 'main',
    read: (said) =>
      assessMessage(said, [
        { role: 'user', content: said },
        { role: 'assistant', content: said },
      ]),
  },
  {
    name: 'standalone question',
    limit: 4_000,
    thread: 'main',
    read: (said) =>
      standaloneQuestion(said, [
        { role: 'user', content: said },
        { role: 'assistant', content: said },
      ]),
  },
  { name: 'questions of a message', limit: 4_000, thread: 'main', read: questionParts },
  { name: 'weights and ages of a text', limit: 20_000, thread: 'main', read: (said) => [measuresIn(said), rangesIn(said)] },
  { name: 'side effects asked about', limit: 4_000, thread: 'main', read: (said) => confusesSeverity(said, [said]) },
  // Other sections each time: what was weighed for the same ones is kept.
  { name: 'question to the library', limit: 4_000, thread: 'main', read: (said) => composeAnswer(said, [...items]) },
  {
    name: 'section of the library',
    limit: 4_800,
    thread: 'main',
    read: (said) => composeAnswer('What is the dose of Humira?', [section(cut(said))]),
  },
  { name: 'section taught', limit: 4_800, thread: 'main', read: (said) => productsTaught([section(cut(said))]) },
  { name: 'section for a model', limit: 4_800, thread: 'main', read: (said) => withoutInstructions(cut(said)) },
  { name: 'figures of a section', limit: 4_800, thread: 'main', read: (said) => statedFacts(cut(said)) },
  {
    name: 'model answer',
    limit: 6_000,
    thread: 'main',
    read: (said) =>
      drain(
        withoutUnsupportedFigures(
          (async function* () {
            yield said
          })(),
          'Take 40 mg.',
        ),
      ).catch(() => {}),
  },
  {
    name: 'search query',
    limit: 1_000,
    thread: 'main',
    read: (said) => [foldForSearch(said), searchWords(said), isPromptInjection(said, 'message')],
  },
  {
    name: 'utterance: insights',
    limit: 10_000,
    suiteLength: 4_000,
    thread: 'main',
    read: (said) => insightsOf({ speaker: 'user', text: said }),
  },
  { name: 'utterance: medicines', limit: 10_000, suiteLength: 4_000, thread: 'main', read: (said) => findMedications(said) },
  {
    name: 'description of a case',
    limit: 10_000,
    suiteLength: 4_000,
    thread: 'main',
    read: (said) =>
      unflaggedMentions(
        [{ description: said, severity: null, medicationName: null, symptoms: [] }],
        [{ eventDescription: said, symptoms: [], severity: null }],
      ),
  },
  {
    name: 'names',
    limit: 100,
    thread: 'main',
    read: (said) => matchNames({ firstName: said, lastName: said }, { firstName: 'Maria Jose', lastName: said.slice(1) }),
  },
  { name: 'member ID', limit: 400, thread: 'main', read: (said) => memberIdKeys(said) },
  { name: 'payer', limit: 200, thread: 'main', read: (said) => payerContradicts(said, 'aetna') },
  { name: 'medicine by name', limit: 200, thread: 'main', read: (said) => drugOf(said) },
  {
    name: '1,000 medicines',
    limit: 200,
    suiteLength: 60,
    thread: 'main',
    read: (said) => jcodesOf(Array.from({ length: 1_000 }, (_, at) => `${at} ${said}`.slice(0, 200))),
  },
  { name: 'email', limit: 200, thread: 'main', read: (said) => [subjectLine(said), followUpText('A', [said])] },
  { name: 'policy: written lines', limit: 1_000_000, suiteLength: 64_000, thread: 'worker', read: (said) => withWrittenLines(said) },
  { name: 'transcript: turns', limit: 1_000_000, suiteLength: 64_000, thread: 'worker', read: (said) => turnsOf(said) },
  {
    name: 'transcript: analysis',
    limit: 1_000_000,
    suiteLength: 8_000,
    thread: 'worker',
    read: (said) => analyseByRules(call(said), readers),
  },
  {
    name: 'transcript: payer call',
    limit: 1_000_000,
    suiteLength: 16_000,
    thread: 'worker',
    read: (said) =>
      readBenefits([
        { speaker: 'agent', text: 'What is the deductible?' },
        { speaker: 'representative', text: said },
      ]),
  },
  {
    name: 'transcript: turns of a payer call',
    limit: 1_000_000,
    suiteLength: 16_000,
    thread: 'worker',
    read: (said) => readBenefits(turnsOf(said)),
  },
  { name: 'transcript: for a model', limit: 1_000_000, suiteLength: 32_000, thread: 'worker', read: (said) => callForModel(call(said)) },
  {
    name: 'transcript: verified',
    limit: 1_000_000,
    suiteLength: 16_000,
    thread: 'worker',
    read: (said) => verifyAnalysis(local, local, call(said)),
  },
  {
    name: "a model's analysis, held against a call of the same words",
    limit: 64_000,
    suiteLength: 16_000,
    thread: 'worker',
    read: (said) => verifyAnalysis(saying(said), local, call(said)),
  },
]
