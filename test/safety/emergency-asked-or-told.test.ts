import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

// Frames of two people, filled with events as somebody of a family names them, those of a counselor with wordings of self-harm, and
// messages that describe what is seen and felt. None has taught the readers (eval/train/emergency-classifier is of others): what happens
// gets the numbers, what is only asked of, long past or denied does not.

const rows = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
const frames = rows('emergency-frames.tsv')
const events = rows('emergency-events.tsv')
const framesOfSelfHarm = rows('self-harm-frames.tsv')
const verbs = rows('self-harm-verbs.tsv')
const signs = rows('described-signs.tsv')
const messagesOfSelfHarm = rows('self-harm-messages.tsv')
const medicines = ['Ajovy', 'Taltz', 'humira', 'Cosentyx']

/** Each frame with `each` of the names, in turn. */
const filledWith = (names: readonly string[], chosen: readonly string[][], each: number): string[] =>
  chosen.flatMap(([, , frame = ''], at) =>
    Array.from({ length: each }, (_, turn) =>
      frame
        .replaceAll(/\{[sv]\}/g, names[((at * each + turn) * 7) % names.length] ?? '')
        .replaceAll('{d}', medicines[(at + turn) % medicines.length] ?? ''),
    ),
  )
const of = (all: readonly string[][], language: string, what: string) =>
  all.filter(([spoken, told]) => spoken === language && told === what)

function filled(language: string, what: string, isUrgent: boolean, each: number): string[] {
  const names = of(events, language, isUrgent ? 'urgent' : 'not_urgent').map(([, , name = '']) => name)
  return filledWith(names, of(frames, language, what), each)
}

function ofSelfHarm(language: string, what: string): string[] {
  const names = verbs.filter(([spoken]) => spoken === language).map(([, verb = '']) => verb)
  return filledWith(names, of(framesOfSelfHarm, language, what), 9)
}

const isAlarmed = (message: string) => {
  const { emergency, possibleEmergency } = assessMessage(message, [])
  return emergency !== null || possibleEmergency
}
const missed = (messages: string[]) => messages.filter((message) => !isAlarmed(message))
const alarmed = (messages: string[]) => messages.filter(isAlarmed)

test.each([
  ['en', 0.76],
  ['es', 0.75],
])('an emergency that is told in %s is seen', (language, least) => {
  const told = filled(language, 'told', true, 8)
  const lost = missed(told)
  expect(1 - lost.length / told.length, lost.slice(0, 30).join('\n')).toBeGreaterThanOrEqual(least)
})

test.each([
  ['en', 'asked', 0.115],
  ['en', 'past', 0.14],
  ['es', 'asked', 0.12],
  ['es', 'past', 0.2],
])('in %s what is only %s raises no alarm', (language, what, most) => {
  const messages = filled(language, what, true, 8)
  const wrong = alarmed(messages)
  expect(wrong.length / messages.length, wrong.slice(0, 30).join('\n')).toBeLessThanOrEqual(most)
})

test('a complaint for which nobody calls 911 raises no alarm in most frames, though they call for help', () => {
  const messages = [...filled('en', 'told', false, 4), ...filled('es', 'told', false, 4)]
  const wrong = alarmed(messages)
  expect(wrong.length / messages.length, wrong.slice(0, 30).join('\n')).toBeLessThanOrEqual(0.45)
})

test.each(['en', 'es'])('self-harm that is told in %s is seen', (language) => {
  const told = ofSelfHarm(language, 'told')
  const lost = missed(told)
  expect(1 - lost.length / told.length, lost.slice(0, 30).join('\n')).toBeGreaterThanOrEqual(0.97)
})

test.each([
  ['en', 0.43],
  ['es', 0.55],
])('self-harm that is denied, asked of or long past in %s raises no alarm in about half of the messages', (language, most) => {
  const messages = ofSelfHarm(language, 'not')
  const wrong = alarmed(messages)
  expect(wrong.length / messages.length, wrong.slice(0, 30).join('\n')).toBeLessThanOrEqual(most)
})

/** Of messages told at least so many are seen, and of the others at most so many raise an alarm. */
function expectShares(
  all: readonly string[][],
  language: string,
  told: string,
  others: readonly string[],
  least: number,
  most: number,
): void {
  const textsOf = (what: string) => of(all, language, what).map(([, , text = '']) => text)
  const lost = missed(textsOf(told))
  expect(1 - lost.length / textsOf(told).length, lost.join('\n')).toBeGreaterThanOrEqual(least)
  const wrong = alarmed(others.flatMap(textsOf))
  expect(wrong.length / others.flatMap(textsOf).length, wrong.join('\n')).toBeLessThanOrEqual(most)
}

test.each([
  ['en', 0.85, 0.1],
  ['es', 0.82, 0.1],
])('an emergency is seen where somebody describes it in %s without its name, and what is none raises no alarm', (language, least, most) =>
  expectShares(signs, language, 'urgent', ['not_urgent', 'asked'], least, most),
)

test.each([
  ['en', 0.9, 0.25],
  ['es', 0.87, 0.34],
])('self-harm is seen in %s, from plain to veiled, and seldom where nobody means it', (language, least, most) =>
  expectShares(messagesOfSelfHarm, language, 'told', ['not'], least, most),
)
