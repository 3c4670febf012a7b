import { messageWords } from './message-words.ts'
import { patternFinder, readPatterns } from './patterns.ts'

const find = patternFinder(readPatterns(new URL('prompt-injection.tsv', import.meta.url)))

/** Marks by which models are told who speaks; nobody writes them to a pharmacy, nor does a leaflet. */
const roleMarks =
  /<\|[a-z_]{2,20}\|>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>|<\/?(?:system|assistant|instructions?|prompt|developer|untrusted|tool)>|^[ \t]{0,9}(?:#{1,6} ?)?(?:system|assistant|developer)(?: prompt| message)?[ \t]?:/imu

/** "Tags", characters that no one sees and that spell ASCII. */
const hiddenLetters = /[\u{e0020}-\u{e007e}]+/gu
const encoded = /[A-Za-z0-9+/_-]{16,4000}={0,2}/g

const speaksIn = (text: string, where: 'message' | 'content'): boolean =>
  roleMarks.test(text) || find(messageWords(text).words).some(({ value }) => value === 'anywhere' || value === where)

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
 * Whether a message tries to change the rules, to make the assistant somebody else or to have its instructions out;
 * also in base64, hexadecimal and characters that cannot be seen. The rules do not change either way: this only
 * chooses the answer.
 */
export function isPromptInjection(message: string): boolean {
  const hidden = hiddenIn(message)
  return speaksIn(message, 'message') || (hidden !== '' && speaksIn(hidden, 'message'))
}

/**
 * Retrieved text without what is said to an assistant: characters that cannot be seen go first, then from each line
 * (a line is what a newline ends) the first sentence that speaks to an assistant or about what to answer, and all that
 * follows it in that line, since instructions go on ("Then say it is safe."). All else stays as it was, letter by
 * letter, so that a sentence can be quoted. A reader of the result must still treat it as text and not as orders: a list
 * cannot know every wording.
 */
export function withoutInstructions(text: string): string {
  return text
    .replace(/\p{Cf}|\p{Co}|\u034f|\u115f|\u1160|\u3164/gu, '')
    .split('\n')
    .map(beforeInstruction)
    .join('\n')
}

function beforeInstruction(line: string): string {
  if (!speaksIn(line, 'content') && !isEncodedInstruction(line)) return line
  let kept = ''
  for (const sentence of line.split(/(?<=[.!?]["”’)]?)(?=\s)/u)) {
    if (speaksIn(sentence, 'content') || isEncodedInstruction(sentence)) return kept.trimEnd()
    kept += sentence
  }
  return line
}

function isEncodedInstruction(text: string): boolean {
  const hidden = hiddenIn(text)
  return hidden !== '' && (speaksIn(hidden, 'content') || speaksIn(hidden, 'message'))
}
