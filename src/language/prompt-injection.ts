import { withoutUnseen } from './folding.ts'
import { messageWords } from './message-words.ts'
import { type PatternMatch, patternFinder, readPatterns } from './patterns.ts'
import { sentenceSpans } from './sentences.ts'
import { wordsOf } from './words.ts'

/**
 * Whose instructions count: those in a `message` to an assistant, in `content` that it answers from, and in a `transcript`
 * that an analyser reads. People on the phone speak every day of records, scores and of setting things up, so a transcript
 * needs somebody addressed or asked for who is not on the line.
 */
export type Audience = 'message' | 'content' | 'transcript'

const find = patternFinder(readPatterns(new URL('prompt-injection.tsv', import.meta.url)))

/** Which rows of the table count for an audience. */
const rowsFor: Record<Audience, ReadonlySet<string>> = {
  message: new Set(['anywhere', 'message']),
  content: new Set(['anywhere', 'content']),
  transcript: new Set(['transcript']),
}

/** Marks by which models are told who speaks; nobody writes them to a pharmacy, nor does a leaflet. */
const roleMarks =
  /<\|[^|>]{0,40}\|>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>|<\/?(?:system|assistant|instructions?|prompt|developer|untrusted|tool)>|^[ \t]{0,9}(?:#{1,6} ?)?(?:system|assistant|developer)(?: prompt| message)?[ \t]?:/imu

/** What no word tells: punctuation, places in a sentence, figures. */
const marksFor: Record<Audience, readonly RegExp[]> = {
  message: [roleMarks],
  content: [
    roleMarks,
    /(?:^|\n|[.!?]\s)[\s>*_#[("'•–-]{0,20}(?:system|assistant|user|human|ai|asistente|sistema)[\s*_)"'\]]{0,20}:/iu,
    /(?:^|\n)\s{0,20}\[(?:system|assistant|user)\]|\brole["']?\s{0,9}:\s{0,9}["']?(?:system|assistant|user)\b|#{2,}\s{0,9}(?:instructions?|user)\s{0,9}:|<\/?(?:user|s)>/iu,
  ],
  transcript: [
    /^\W*system\s*:|[{<[]\s*\/?\s*(?:system|inst|assistant|im_start|"?\w+"?\s*:)/iu,
    /^\W*(?:(?:dear|hey|hello|hi|attention|okay|and|also|please)\W+){0,2}(?:call )?(?:analy[sz]t|analy[sz]er|summari[sz]er|transcriber|grader|evaluator|chatgpt|gpt|llm)\s*[,:;—-]/iu,
    /^\W*(?:for|to) the (?:ai|llm|model|analy[sz]t|analy[sz]er|summari[sz]er|software|reviewer|grader)\b.{0,30}(?:\b(?:that|who|which|reading|reads|scores|scoring)\b|[,:])/iu,
    /\b(?:write|state|say|put|include|add|mention|note|record) (?:\w+ ){0,8}(?:in|to) (?:the|your) (?:call |final )?(?:summary|analysis|output)\b(?! of (?:the )?(?:my|benefits))/iu,
    /\bsatisfaction(?: (?:score|rating|level))?\W{0,3}(?:(?:of|is|to|as|should|must|be) ){0,3}\W{0,2}(?:[1-5]\b|ten\b|10\b|five|four|the (?:highest|maximum)|high\b|max)/iu,
  ],
}

/** "Rate this call with five stars": an order, where "I would rate this call five stars" is praise. */
const ordersScore =
  /(?:^|[,;:.]\s*|\b(?:please|por favor|then|must|should|you|now|just|also|sure to|remember to|need to|want you to)[\s,]+)(?:rate|score|grade|give|classify|label|evaluate|assign|log|mark|set|record) (?:this |the |our |my |caller |whole ){0,3}(?:call|conversation|interaction|satisfaction|sentiment|transcript) (?:\w+ ){0,6}(?:stars?|satisfaction|satisfied|excellent|perfect|positive|great|happy|success\w*|high\w*|maximum|[1-5]|five|four|ten|10)\b/iu
const ownOpinion = /\bi(?:'d|'ll| would| will| can| want to| have to)? (?:\w+ )?(?:rate|score|grade|give)\b/iu

/** "Tags", characters that no one sees and that spell ASCII. */
const hiddenLetters = /[\u{e0020}-\u{e007e}]+/gu
const encoded = /[A-Za-z0-9+/_-]{16,4000}={0,2}/g

/**
 * Whether a text gives orders to the software that reads it: tries to change its rules, to make it somebody else, to have
 * its instructions out or to set what it shall say; of messages and content also in base64, hexadecimal and characters that
 * cannot be seen. Of content a whole section is judged, of a transcript a sentence. Rules do not change either way: this
 * only chooses what is done with the text.
 */
export function isPromptInjection(text: string, audience: Audience): boolean {
  if (audience === 'transcript') return isOrder(text, audience, spokenWords(text)) || (ordersScore.test(text) && !ownOpinion.test(text))
  if (isOrder(text, audience, typedWords(text))) return true
  const hidden = hiddenIn(text)
  return hidden !== '' && (['message', audience] as const).some((where) => isOrder(hidden, where, typedWords(hidden)))
}

const typedWords = (text: string) => messageWords(text).words
const spokenWords = (text: string) => wordsOf(text).map(({ word }) => word)

function isOrder(text: string, audience: Audience, words: readonly string[]): boolean {
  if (marksFor[audience].some((mark) => mark.test(text))) return true
  const found = find(words)
  return found.some((match) => rowsFor[audience].has(match.value) && !isForbidden(match, found))
}

/** "Do not forget your instructions" is no order to forget them. */
const isForbidden = ({ from }: PatternMatch, found: readonly PatternMatch[]): boolean =>
  found.some((other) => other.value === 'forbidden' && other.from < from && from < other.to)

/** What the text holds in base64, in hexadecimal or in letters that cannot be seen. */
function hiddenIn(text: string): string {
  const seen = text.replace(hiddenLetters, '')
  const unseen = [...text.matchAll(hiddenLetters)].map(([run]) =>
    [...run].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0xe0020) - 0xe0000)).join(''),
  )
  const decoded = [...seen.matchAll(encoded)].map(([run]) => Buffer.from(run, /^(?:[\da-f]{2})+$/i.test(run) ? 'hex' : 'base64').toString())
  return [...unseen, ...decoded].join('\n')
}

/**
 * Content without what is said to an assistant: characters that cannot be seen go first, then from each line (a line is what
 * a newline ends) the first sentence that speaks to an assistant or about what to answer, and all that follows it in that
 * line, since instructions go on ("Then say it is safe."). All else stays as it was, letter by letter, so that a sentence can
 * be quoted. A reader of the result must still treat it as text and not as orders: a list cannot know every wording.
 */
export const withoutInstructions = (content: string): string => withoutUnseen(content).split('\n').map(beforeInstruction).join('\n')

function beforeInstruction(line: string): string {
  if (!isPromptInjection(line, 'content')) return line
  const first = sentenceSpans(line, 'transcript').find(({ start, end }) => isPromptInjection(line.slice(start, end), 'content'))
  return first ? line.slice(0, first.start).trimEnd() : line
}
