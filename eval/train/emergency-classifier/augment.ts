import { hashOf, pick, seeded } from '../../random.ts'

const before = [
  'hi, ',
  'hello ',
  'please help ',
  'ok so ',
  'um ',
  'I take Humira. ',
  'on Ozempic since March. ',
  'quick question, ',
  'my doctor put me on Dupixent and ',
  'I know this is a chat bot but ',
  'hey ',
  'good morning, I am 64. ',
  'first shot of Taltz today. ',
  'we use Eliquis. ',
  'not sure who to ask, ',
  'so ',
  'i started Lexapro last month and ',
  'sorry, ',
]
const after = [
  ' what should I do',
  ' please help',
  '. Is that normal?',
  ' what now',
  '. I take Xarelto',
  ', any advice',
  ' and I am on Enbrel',
  '. Thanks',
  ' since the last dose',
  '!!',
  ' pls',
  '. Do you have a number for that',
  ' lol',
  '. My name is Maria',
  '. Started Cosentyx in May',
  ' and also how do I get the copay card',
  ', 2 days ago I did my Stelara',
  ' right now',
]

/** One letter lost, doubled, or changed with its neighbour, in a word of five letters or more. */
function misspelt(text: string, random: () => number): string {
  const words = text.split(' ')
  const long = words.flatMap((word, at) => (/^[a-zA-Z]{5,}$/.test(word) ? [at] : []))
  if (long.length === 0) return text
  const at = pick(random, long)
  const word = words[at] ?? ''
  const letter = 1 + Math.floor(random() * (word.length - 2))
  const how = Math.floor(random() * 3)
  const [head, tail] = [word.slice(0, letter), word.slice(letter)]
  words[at] =
    how === 0 ? head + tail.slice(1) : how === 1 ? head + (tail[0] ?? '') + tail : head + (tail[1] ?? '') + (tail[0] ?? '') + tail.slice(2)
  return words.join(' ')
}

/** The same sentence as it is typed in haste, and among other words; the same each time. */
export function variants(text: string): string[] {
  const random = seeded(hashOf(text))
  const hasty = misspelt(misspelt(text.toLowerCase().replace(/[.,'’!?¿¡]/g, ''), random), random)
  const among = (random() < 0.6 ? pick(random, before) : '') + text + (random() < 0.6 ? pick(random, after) : '')
  return [...new Set([hasty, among])].filter((variant) => variant !== text)
}
