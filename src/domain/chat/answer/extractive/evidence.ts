import { editDistance } from '../../../../language/edit-distance.ts'
import { isEveryday } from '../../../../language/everyday-words.ts'
import { foldForSearch } from '../../../../language/folding.ts'
import { remembered } from '../../../../platform/remembered.ts'
import type { RetrievedItem } from '../../chat.ts'
import { medicinesIn, shareMedicine, withoutMedicines } from './code-words.ts'
import { type AnswerEvidence, type Feature, isTold, untold } from './confidence.ts'
import { answersWithDose, asksForDose, forbids, namesOtherDose } from './dose-asked.ts'
import { isForMeasures, rangesIn } from './measures.ts'
import { saysDose } from './medicine-figure.ts'
import { isOtherDose } from './other-dose.ts'
import { wordsIn } from './passages.ts'
import { peopleIn } from './people.ts'
import { asksWhether, fitOfKind } from './question-kind.ts'
import { has, isTelling, type QuestionTerm, questionTerms, stemsOf } from './question-words.ts'
import { isOfSomebody, type QuestionReading } from './reading.ts'
import { coverage, type ScoredItem } from './score-passages.ts'
import { headOf, ofSections, textOf } from './section-text.ts'

/** No library knows the figures of the visitor's own plan. */
const ofOwnPlan =
  /\b(?:deductible|co-?pay(?:ment)?|co-?insurance|premium|out-of-pocket (?:maximum|max|limit))\b[^.?!]{0,20}\b(?:of|on|for|in|under|with) my (?:own )?(?:plan|insurance|policy)\b/i
/** Of so many results the types are counted. */
const countedHits = 6

/** What speaks for an answer quoted of one section, and what rules it out. */
export function evidenceOf(
  reading: QuestionReading,
  { item, subjects, near, passages }: ScoredItem,
  { text, indexes, best: bestScore }: { text: string; indexes: readonly number[]; best: number },
  items: readonly RetrievedItem[],
): AnswerEvidence {
  const { core, asked, terms, medicines, type, knowing } = reading
  const head = headOf(item)
  const said = stemsOf(`${head}\n${text}`)
  const inSection = stemsOf(textOf(item))
  const others = items.filter((other) => other !== item)
  const rivals = others.some((other) => {
    const named = medicinesIn(headOf(other))
    return other.relevance >= item.relevance / 2 && named.size > 0 && !shareMedicine(named, subjects)
  })
  const best = (value: (other: RetrievedItem) => number) => Math.max(0, ...others.map(value))
  // Without vectors similarities are untold, not low or high: relevance is on another scale.
  const similarity = ({ match }: RetrievedItem) => match?.semantic ?? untold
  const semantic = similarity(item)
  const similarOthers = others.map(similarity).filter(isTold)
  const quoted = Math.max(0, ...indexes.map((at) => near[at] ?? semantic))
  const { fit, missing } = fitOfKind(core, text)
  const forDose = asksForDose(core)
  const unsaid = (stems: ReadonlySet<string>, of: readonly QuestionTerm[]) =>
    shareOf(
      asked,
      of.filter((term) => has(stems, term) === 0),
    )
  const special = asked.filter(isSpecial)
  const telling = asked.filter(({ word }) => isTelling(word))
  const heading = item.sectionHeader?.trim() || item.title
  const headWords = foldForSearch(withoutMedicines(head)).split(' ')
  const otherDose = isOtherDose(reading, item, text) || isForOthers(reading, text)
  const namedOther = namesOtherDose(core, text)
  // Asked about "a missed dose" where each medicine has its own rule, one of these rules is no answer.
  const rival = medicines.size === 0 && subjects.size > 0 && (rivals || asked.some((term) => isName(term, knowing)))
  const unheard = unsaid(knowing, telling)
  const isSilent = asksWhether.test(core) && telling.length > 0 && !telling.some((term) => has(said, term) > 0)
  return {
    features: {
      relevance: item.relevance,
      semantic,
      quoted,
      lexical: item.match?.lexical ?? 0.5,
      subject: item.match?.subject ?? 1,
      lead: item.relevance - best((other) => other.relevance),
      semanticLead: semantic - Math.max(0, ...similarOthers),
      overMean: semantic - meanOf(similarOthers),
      quotedOver: quoted - meanOf(items.flatMap((other) => other.match?.chunks ?? [])),
      inSection: coverage(asked, inSection),
      inText: coverage(asked, said),
      told: coverage(terms, said),
      headed: coverage(asked, stemsOf(head)),
      unsaid: unsaid(said, special),
      anyUnsaid: Number(special.some((term) => has(inSection, term) === 0)),
      unknown: unsaid(knowing, asked),
      sameDrug: Number(shareMedicine(subjects, medicines)),
      noDrug: Number(medicines.size === 0),
      own: ownShare(item.title, asked),
      headOwn: ownShare(item.sectionHeader ?? '', asked),
      agrees: Number(type === item.sectionType),
      differs: Number(type !== item.sectionType && type !== 'faq'),
      alike: items.slice(0, countedHits).filter((other) => other.sectionType === item.sectionType).length / countedHits,
      fit,
      missing: Number(missing),
      dose: Number(forDose),
      length: Math.log(1 + asked.length),
      words: Math.log(1 + wordsIn(text)) / 5,
      rank: items.indexOf(item) / 12,
      best: bestScore,
      matched: Math.log(1 + telling.filter((term) => has(said, term) > 0).length),
      misspelt: unsaid(
        said,
        telling.filter(({ word }) => !headWords.some((one) => nearlySpelt(word, one))),
      ),
      otherDose: Number(otherDose),
      namedOther: Number(namedOther),
      rival: Number(rival),
      asksNumber: Number(
        /\bhow (?:long|many|much|often|late|far|soon|warm|hot|cold|old|big|high|low)\b|\b(?:temperature|percent)\b/i.test(core),
      ),
      asksWhat: Number(/\bwhat(?:['’]?s| is| are| does)\b|\bexplain\b/i.test(core)),
      asksWhether: Number(asksWhether.test(core)),
      asksToDo: Number(/\bwhat if\b|\bwhat (?:should|do|can|now)\b|\b(?:forg[oe]t|missed|lost|dropped|left)\b/i.test(core)),
      figures: Number(/\d/.test(text)),
      headAsks: Number(heading.endsWith('?')),
      whole: indexes.length / Math.max(1, passages.length),
      bare: Number(asked.length === 0),
      unheard,
      silent: Number(isSilent),
      quotedLead: 0,
      toldLead: 0,
      headedLead: 0,
      bestLead: 0,
      textLead: 0,
    },
    noAnswer:
      (forDose && !answersWithDose(item, text) && !(isOfSomebody(reading) && forbids(text))) ||
      ofOwnPlan.test(core) ||
      // "Can I drink grapefruit juice?" is neither affirmed nor denied where nothing speaks of either.
      (isSilent && unheard === 1) ||
      (asksWhether.test(core) && !namesPeople(core, asked, `${item.sectionHeader}\n${text}`)) ||
      (asked.length === 0 && medicines.size === 0),
    excluded:
      rival ||
      numbersOfNames(core).some((name) => !numbersOfNames(head).includes(name) && !numbersOfNames(text).includes(name)) ||
      otherDose ||
      namedOther,
  }
}

/** Children whom no answer to "can a child take it?" means. */
const noChild =
  /\b(?:unborn (?:child(?:ren)?|bab(?:y|ies))|(?:reach|sight)(?: and reach| and sight)? of children|child-?bearing|alcance de los ni[nñ]os)\b/giu

/** Whether a text names the people of a question that asks of nothing else: "can a child take it?" is answered by no other's rule. */
function namesPeople(core: string, asked: readonly QuestionTerm[], text: string): boolean {
  const people = [...peopleIn(core)].filter((kind) => kind !== 'adults')
  const isOfPeopleAlone = asked.every(({ word }) => !isTelling(word) || peopleIn(word).size > 0)
  if (people.length === 0 || !isOfPeopleAlone) return true
  const named = peopleIn(text.replaceAll(noChild, ' '))
  return people.every((kind) => named.has(kind) || (kind === 'children' && rangesIn(text).some((range) => range.kind === 'age')))
}

/** Whether two words are one but for a letter or two: what people misspell no search term has. */
const nearlySpelt = (one: string, other: string) =>
  other.length >= 4 && one.length >= 4 && Math.abs(one.length - other.length) <= 2 && editDistance(one, other) <= (one.length >= 7 ? 2 : 1)

/** Features of which it counts how far they are above those of the next best section. */
const leads: [lead: Feature, of: Feature][] = [
  ['quotedLead', 'quoted'],
  ['toldLead', 'told'],
  ['headedLead', 'headed'],
  ['bestLead', 'best'],
  ['textLead', 'inText'],
]

/** Fills in how far each is above the best of the others. */
export function compared(all: readonly AnswerEvidence[]): void {
  for (const [lead, of] of leads) {
    const values = all.map(({ features }) => features[of]).filter(isTold)
    const [first = 0, second = 0] = values.toSorted((one, other) => other - one)
    for (const { features } of all) features[lead] = features[of] - (features[of] === first ? second : first)
  }
}

/**
 * Whether a dose is quoted under words for others than the one asked about: "from 6 years" for a child of 4. A sentence that is for
 * such a one, too, makes up for it.
 */
function isForOthers({ measures }: QuestionReading, text: string): boolean {
  if (measures.length === 0 || !saysDose(text)) return false
  return measures.some((measure) => {
    const said = text.split(/\n|(?<=[.!?])\s/u).map((sentence) => isForMeasures(sentence, [measure]))
    return said.includes(false) && !said.includes(true)
  })
}

const isSpecial = ({ word }: QuestionTerm) => isTelling(word) && !word.split(' ').every(isEveryday)

/** A word that is nowhere in what was found and in no everyday talk may be a medicine that we do not know. */
const isName = (term: QuestionTerm, knowing: ReadonlySet<string>) => isSpecial(term) && has(knowing, term) === 0

const shareOf = (all: readonly QuestionTerm[], some: readonly QuestionTerm[]) => {
  const whole = all.reduce((sum, { weight }) => sum + weight, 0)
  return whole === 0 ? 0 : some.reduce((sum, { weight }) => sum + weight, 0) / whole
}

const meanOf = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length)

/** What a title or a heading names, in its own words. */
const namedIn = remembered((heading) => questionTerms(heading).map((term) => ({ ...term, others: [] })), ofSections)

/** How much of what a title or a heading names is asked about. */
function ownShare(heading: string, terms: readonly QuestionTerm[]): number {
  const named = namedIn(heading)
  return named.length === 0 ? 1 : coverage(named, new Set(terms.flatMap(({ stem, others }) => [stem, ...others])))
}

/** Numbers and letters that are part of a name: with another it is another disease ("type 2E", "vitamin A"). */
const numbersOfNames = (text: string): string[] =>
  [
    ...text
      .toLowerCase()
      .matchAll(
        /\b(type|types|syndrome|stage|grade|factor|hepatitis|vitamin|disease)\s+(\d{1,2}[a-z]?\b|[ivx]{1,4}\b|[a-k]\b(?! (?:dose|few|day|person)))/g,
      ),
  ].map(([, name, number]) => `${name?.replace(/^types$/, 'type')} ${number}`)
