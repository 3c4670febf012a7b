import { pick, seeded, shuffled } from '../../eval/random.ts'
import type { Texts } from './texts.ts'

/** Real questions in an order of their own. */
export const realQuestions = ({ pairs }: Texts, count: number): string[] =>
  shuffled(seeded(3), [...new Set(pairs.map(({ question }) => question))]).slice(0, count)

/** One letter of the longest word left out, doubled, changed, or swapped with the next. */
export function misspelt(text: string, random: () => number): string {
  const longest = text.split(/[^\p{L}]+/u).toSorted((one, two) => two.length - one.length)[0] ?? ''
  if (longest.length < 5) return text
  const at = 1 + Math.floor(random() * (longest.length - 2))
  const [before, letter = '', next = '', after] = [longest.slice(0, at), longest[at], longest[at + 1], longest.slice(at + 2)]
  const wrong = pick(random, [
    before + next + after,
    before + letter + letter + next + after,
    `${before}x${next}${after}`,
    before + next + letter + after,
  ])
  return text.replace(longest, wrong)
}

export const misspeltQuestions = (questions: readonly string[]): string[] => {
  const random = seeded(4)
  return questions.map((question) => misspelt(question, random))
}

/** What people have typed so far, by kind; made of the words and phrases that the library could suggest, and of questions. */
export function partialInputs(phrases: readonly string[], questions: readonly string[], count: number): Record<string, string[]> {
  const random = seeded(5)
  const many = (make: () => string | undefined): string[] => {
    const made: string[] = []
    for (let tries = 0; made.length < count && tries < count * 50; tries++) {
      const input = make()
      if (input !== undefined) made.push(input)
    }
    return made
  }
  const words = () =>
    pick(random, phrases)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
  const beginning = (length: number) =>
    many(() => {
      const long = words().filter((word) => word.length >= length)
      return long.length === 0 ? undefined : pick(random, long).slice(0, length)
    })
  const question = (letters: number) => many(() => pick(random, questions).slice(0, letters))
  return {
    '2 letters': beginning(2),
    '3 letters': beginning(3),
    '5 letters': beginning(5),
    '8 letters': beginning(8),
    'two words, the second begun': many(() => {
      const all = words()
      const at = Math.floor(random() * (all.length - 1))
      const [first, second] = [all[at], all[at + 1]]
      return first && second ? `${first} ${second.slice(0, 3)}` : undefined
    }),
    'question, 12 letters': question(12),
    'question, 26 letters': question(26),
    'one typo': many(() => {
      const long = words().filter((word) => word.length >= 6)
      if (long.length === 0) return undefined
      return misspelt(pick(random, long), random).slice(0, 8)
    }),
  }
}
