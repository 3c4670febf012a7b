import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

// Frames of somebody on a patients' line, filled with events as somebody else of the family names them. Neither has taught the readers
// (eval/train/emergency-classifier/frames.tsv and events.tsv are of two others): what happens gets the numbers, what is only asked of,
// long past or denied does not.

const rows = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
const frames = rows('emergency-frames.tsv')
const events = rows('emergency-events.tsv')
const medicines = ['Ajovy', 'Taltz', 'humira', 'Cosentyx']

/** Each frame with some of the events, in turn. */
function filled(language: string, what: string, isUrgent: boolean, each: number): string[] {
  const named = events.filter(([spoken, kind]) => spoken === language && (kind === 'urgent') === isUrgent).map(([, , name = '']) => name)
  return frames
    .filter(([spoken, told]) => spoken === language && told === what)
    .flatMap(([, , frame = ''], at) =>
      Array.from({ length: each }, (_, turn) =>
        frame
          .replace('{s}', named[((at * each + turn) * 7) % named.length] ?? '')
          .replaceAll('{d}', medicines[(at + turn) % medicines.length] ?? ''),
      ),
    )
}

const isAlarmed = (message: string) => {
  const { emergency, possibleEmergency } = assessMessage(message, [])
  return emergency !== null || possibleEmergency
}
const missed = (messages: string[]) => messages.filter((message) => !isAlarmed(message))
const alarmed = (messages: string[]) => messages.filter(isAlarmed)

test.each([
  ['en', 0.95],
  ['es', 0.9],
])('an emergency that is told in %s is seen', (language, least) => {
  const told = filled(language, 'told', true, 8)
  const lost = missed(told)
  expect(1 - lost.length / told.length, lost.slice(0, 30).join('\n')).toBeGreaterThanOrEqual(least)
})

test.each([
  ['en', 'asked', 0.05],
  ['en', 'past', 0.1],
  ['es', 'asked', 0.05],
  ['es', 'past', 0.1],
])('in %s what is only %s raises no alarm', (language, what, most) => {
  const messages = filled(language, what, true, 8)
  const wrong = alarmed(messages)
  expect(wrong.length / messages.length, wrong.slice(0, 30).join('\n')).toBeLessThanOrEqual(most)
})

test('a complaint for which nobody calls 911 raises no alarm in most frames, though they call for help', () => {
  const messages = [...filled('en', 'told', false, 4), ...filled('es', 'told', false, 4)]
  const wrong = alarmed(messages)
  expect(wrong.length / messages.length, wrong.slice(0, 30).join('\n')).toBeLessThanOrEqual(0.4)
})
