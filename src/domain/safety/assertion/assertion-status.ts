import { clauseStarts } from '../../../language/clauses.ts'
import type { MessageWords } from '../../../language/message-words.ts'
import type { PatternMatch } from '../../../language/patterns.ts'
import type { EmergencyKind } from '../signs/emergency-kind.ts'
import { wordsOfClass } from '../word-classes.ts'
import { findAssertionCues } from './assertion-cues.ts'

/*
 * Whether what was found is so. Two readers share the idea and differ in what they read:
 * - assertion-status.ts judges a danger in a typed message and answers yes or no; in doubt yes. In order: a mere phrase
 *   ("dying to try"), a denial, doctor's orders, the past; then questions about facts; then whose it is, and whether it is only
 *   supposed. Its cues are in assertion-cues.tsv.
 * - symptom-assertion.ts gives a symptom in a sentence, typed or said, one of six statuses: the nearest cue before it decides.
 *   Its cues are those of ../signs/cues.tsv.
 */

/** How far, in words, a word reaches towards a danger behind it. */
const reach = { subject: 5, negation: 5, supposed: 9, fact: 9, factAfter: 6, now: 8, phrase: 8, sentence: 30 }

const subjects = wordsOfClass('subject')
const speaker = new Set(['i', 'im', 'ive', 'ill', 'id', 'my', 'yo', 'mi', 'me', 'estoy'])
const negations = new Set(
  'no not never without dont didnt doesnt havent hasnt isnt arent wasnt nor neither nobody denies nunca ningun ninguna sin tampoco noone'.split(
    ' ',
  ),
)
/** A "don't" before these denies nothing: "I don't feel well, chest pain", "I don't know why my throat is swelling". */
const notDenied = new Set('feel know understand care think sure only just well good right normal get si se'.split(' '))
/** Subjects that are verbs in Spanish: "no tengo" denies, "no, tengo" answers. */
const verbs = new Set('tengo estoy me se siento'.split(' '))
/** After a denial these open a clause of their own: "if it doesn't work I'm …"; but not "I don't think I have …". */
const clauseOpeners = new Set('i im ive ill id hes shes theyre'.split(' '))
/** After a comma these open one in Spanish: "ya no aguanto, quiero …". */
const clauseVerbs = new Set('quiero voy estoy tengo me siento pienso prefiero'.split(' '))
const ofOpinion = new Set('think believe say mean'.split(' '))
const contrasts = new Set('but however because cause although though pero porque aunque y and then so ademas now'.split(' '))
/** Of thoughts of harming oneself, a fear or a "might" says that they are there. */
const ofThoughts = new Set([
  'might',
  'could',
  'may',
  'worried',
  'afraid',
  'scared',
  'fear',
  'miedo',
  'can',
  'would',
  'know',
  'podria',
  'when',
  'cuando',
  'if',
  'si',
  'should',
  'will',
])
/** "Can barely" supposes nothing. */
const barely = new Set('barely hardly scarcely only not'.split(' '))
const makers = new Set('make makes making made cause causes give gives let lets'.split(' '))
const openers = new Set(
  'what whats how should do does did is are can could will would may might when where who which am why que como debo puedo puede cual cuando'.split(
    ' ',
  ),
)
/** Wordings of `danger.tsv` that begin so ask how to die; a question is no fact question then. */
const asksForWay = new Set(
  'how what which whats cuantas painless easiest quickest fastest peaceful best easy way ways dose amount pill enough would could will can'.split(
    ' ',
  ),
)
/** "Should I call 911?" is asked where it may be needed; not "when should I …" and "… if I …". */
const asksToCall = new Set(['should', 'shall', 'do'])
/** "Show me the part on …" asks as much as a question does. */
const requests = new Set(
  'tell show list give explain describe summarize read open print find look pull display share send talk need want muestrame hablame dime explicame dame lista'.split(
    ' ',
  ),
)
const beforeRequests = new Set('please can could would you hi hello and so also just por favor i id like to want need'.split(' '))
const ofPages = new Set(
  'about on section part page list info information everything anything warning warnings label leaflet sobre de seccion parte'.split(' '),
)
const auxiliaries = new Set('do does did will would can could should may might'.split(' '))
const realPossessions = new Set(['my', 'mi', 'mis', 'his', 'her', 'su'])

/** Whether words speak of what is long past and of nothing that is now. */
export function isOfThePast(words: readonly string[]): boolean {
  const values = new Set(findAssertionCues(words).map(({ value }) => value))
  return values.has('past') && !values.has('now')
}

/** Whether a danger that was found is told as happening, to be asked of each danger of one message. */
export function assertionReader(message: MessageWords): (danger: PatternMatch, kind: EmergencyKind, topic: boolean) => boolean {
  const { words, spans, breaks } = message
  const starts = clauseStarts(words)
  const isCut = (from: number, to: number) => starts.slice(from, to).includes('new')
  const cues = findAssertionCues(words)
  const spanOf = spans.flatMap((span) => Array.from({ length: span.to - span.from }, () => span))
  const byStart = Map.groupBy(cues, ({ from }) => from)
  const near = (value: string, from: number, to: number): PatternMatch[] => {
    const found: PatternMatch[] = []
    for (let at = from; at < to; at++) for (const s of byStart.get(at) ?? []) if (s.value === value && s.to <= to) found.push(s)
    return found
  }
  const overlapping = (value: string, from: number, to: number) =>
    near(value, from - reach.phrase, to + reach.phrase).some((s) => s.from < to && s.to > from)

  function clauseStart(start: number, danger: PatternMatch): number {
    for (let at = danger.from - 1; at > start; at--) {
      const begins = contrasts.has(words[at] ?? '') && subjects.has(words[at + 1] ?? '')
      if (begins) return at + 1
    }
    return start
  }

  function isDenied(start: number, { from, to }: PatternMatch): boolean {
    if (
      words
        .slice(to, to + 3)
        .join(' ')
        .startsWith('like this')
    )
      return false
    for (let at = from - 1; at >= Math.max(start, from - reach.negation); at--) {
      if (starts[at + 1]) return false
      const word = words[at] ?? ''
      if (contrasts.has(word) && word !== 'and' && word !== 'y' && word !== 'cause') return false
      const next = words[at + 1] ?? ''
      if (negations.has(word) || (word === 'nothing' && next === 'like')) {
        const isAnswer = word === 'no' && ((subjects.has(next) && !verbs.has(next)) || breaks[at + 1] === true)
        const broken = word !== 'no' && word !== 'without' && breaks.slice(at + 1, from + 1).some(Boolean)
        const ownClause =
          (!ofOpinion.has(next) && words.slice(at + 2, from).some((other) => clauseOpeners.has(other))) ||
          words.slice(at + 2, from + 1).some((other, index) => breaks[at + 2 + index] === true && clauseVerbs.has(other))
        return !isAnswer && !broken && !ownClause && (!notDenied.has(next) || (next === 'feel' && from === at + 2)) && next !== 'only'
      }
    }
    return false
  }

  /** The last word before the danger, or within it, that says whose it is; -1 where none does. */
  function subjectAt(start: number, { from, to }: PatternMatch): number {
    for (let at = Math.min(to - 1, from); at >= Math.max(start, from - reach.subject); at--) if (subjects.has(words[at] ?? '')) return at
    for (let at = from + 1; at < to; at++) if (subjects.has(words[at] ?? '')) return at
    return -1
  }

  /** A request for what is written about a danger, not for help with one of somebody's. */
  function isRequested(sentence: number, { from }: PatternMatch): boolean {
    let at = sentence
    while (at < from && beforeRequests.has(words[at] ?? '') && !requests.has(words[at] ?? '')) at++
    if (at >= from || !requests.has(words[at] ?? '')) return false
    // "Tell me about it, my throat is closing up."
    const isOver = words.slice(at + 1, from + 1).some((word, index) => breaks[at + 1 + index] === true && subjects.has(word))
    if (isOver) return false
    const between = words.slice(at + 1, from)
    return between.some((word) => ofPages.has(word)) && !between.some((word) => word !== 'me' && word !== 'my' && subjects.has(word))
  }

  return (danger, kind, topic) => {
    const span = spanOf[danger.from]
    // Without full stops a message may be one sentence; what is far off does not speak of the danger.
    const end = Math.max(Math.min(span?.to ?? 0, danger.to + reach.sentence), danger.to)
    const sentence = Math.max(span?.from ?? 0, danger.from - reach.sentence)
    const start = clauseStart(sentence, danger)
    // "cant breathe after shot what should i do?": the question comes after.
    const opensBefore = words.slice(sentence, danger.from).some((word) => openers.has(word))
    const opensAfter = words.slice(danger.to, end).some((word) => openers.has(word))
    const isAsked = span?.question === true && (opensBefore || !opensAfter) && !barely.has(words[span.from + 1] ?? '')
    if (overlapping('idiom', danger.from, danger.to)) return false
    if (isDenied(start, danger) || isRequested(sentence, danger)) return false
    // "In the movie the girl swallowed pills"; but "my son was watching a show and swallowed my pills".
    const isStory =
      near('fiction', sentence, end).length > 0 && !words.slice(sentence, danger.to).some((word) => word !== 'me' && speaker.has(word))
    if (isStory || (kind === 'overdose' && near('averted', sentence, end).length > 0)) return false
    // "I took both pens as the nurse said"; but "not as prescribed".
    if (kind === 'overdose' && near('ordered', sentence, end).some(({ from }) => !negations.has(words[from - 1] ?? ''))) return false
    const isNow = near('now', Math.max(sentence, danger.from - reach.now), Math.min(end, danger.to + reach.now)).length > 0
    const isPast = near('past', sentence, end).some((past) =>
      past.from < danger.from ? !isCut(past.to, danger.from + 1) : past.from - danger.to < reach.now && !isCut(danger.to, past.from + 1),
    )
    if (isPast && !isNow) return false

    const subject = subjectAt(start, danger)
    const owner = words[subject] ?? ''
    const isSupposed = (from: number) =>
      [
        ...near('supposed', Math.max(start, from), danger.from),
        ...near('modal', Math.max(start, subject - 1), danger.from).filter(({ to }) => !barely.has(words[to] ?? '')),
      ].some((s) => kind !== 'self_harm' || topic || !speaker.has(owner) || !ofThoughts.has(words[s.from] ?? ''))
    const wordBefore = words[subject - 1] ?? ''
    const asksWay = kind === 'self_harm' && asksForWay.has(words[danger.from] ?? '')
    if (asksWay) return true
    const callsForHelp =
      kind === 'medical' && asksToCall.has(words[danger.from] ?? '') && near('supposed', danger.from - 1, end).length === 0
    if (callsForHelp) return true
    const isPresent = near('present', Math.max(sentence, danger.from - reach.now), Math.min(end, danger.to + reach.now)).length > 0
    const done =
      kind === 'overdose' &&
      subject >= 0 &&
      /^(?:took|swallow|drank|ate|inject|gave|overdosed|stuck|poked|tome$|trag|inyect|bebi|got|into)/.test(words[danger.from] ?? '')
    if (done && !topic) return true
    const isFact =
      near('fact', Math.max(start, danger.from - reach.fact), danger.from).length > 0 ||
      near('fact', danger.to, Math.min(end, danger.to + reach.factAfter)).length > 0 ||
      overlapping('fact', danger.from, danger.to)
    if (isAsked && owner === 'me' && makers.has(wordBefore)) return false
    if (near('sign', start, danger.from).length > 0) return false
    if (subject >= 0 && !isSupposed(danger.from - reach.supposed)) {
      const asked = auxiliaries.has(wordBefore) && !realPossessions.has(owner) && !/^(?:why|when)$/.test(words[subject - 2] ?? '')
      if (!asked) return !topic || (isPresent && !isFact)
    }
    if (subject >= 0 && realPossessions.has(owner) && !topic && !isSupposed(subject - 3)) return true
    if (isAsked) return false
    if (isFact || isSupposed(danger.from - reach.supposed)) return false
    // A bare list ("dizzy, suicidal thoughts") tells of oneself.
    return !topic || isPresent || kind === 'self_harm'
  }
}
