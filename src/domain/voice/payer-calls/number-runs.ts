import { isNumberWord, saidDigit } from '../../../language/number-words.ts'
import { readNumber } from '../../../language/numbers.ts'
import type { Token } from '../../../language/tokens.ts'
import { type Figure, figuresIn } from './figures.ts'

const scale = /^(?:hundred|thousand|grand)$/u
const ofSecond = /^(?:met|left|remaining|satisfied|applied|used|in|so|has|have|accumulated|credited|toward|towards|remains|to|family)$/u
const cents = (value: number): number => Math.round(value * 100) / 100

/**
 * The figures of a sentence, where speech without stops runs numbers together: "three thousand twenty-one forty met" are two,
 * "four thousand two fifty" is 4,250, "four two" 4,200 and "eight oh two ninety" 802.90 where such an amount is expected.
 */
export function figuresOfRuns(words: readonly Token[], taken: ReadonlySet<number>): Figure[] {
  const figures = figuresIn(words, taken)
  const found: Figure[] = []
  for (let index = 0; index < figures.length; index++) {
    const figure = figures[index] as Figure
    const end = figure.kind === 'bare' ? runEnd(words, figure.from, taken) : figure.to
    const parts = figure.kind === 'bare' ? reread(words, figure, end) : undefined
    if (!parts) {
      found.push(figure)
      continue
    }
    found.push(...parts)
    while ((figures[index + 1]?.from ?? words.length) < end) index++
  }
  return found
}

function runEnd(words: readonly Token[], from: number, taken: ReadonlySet<number>): number {
  let to = from + 1
  for (; to < words.length && words[to]?.after === 'space' && !taken.has(to); to++) {
    const text = words[to]?.text ?? ''
    const isJoined = (text === 'and' || text === 'oh' || text === 'o') && isNumberWord(words[to + 1]?.text ?? '')
    if (!isNumberWord(text) && !scale.test(text) && !isJoined) break
  }
  return to
}

const bare = (from: number, to: number, values: Partial<Figure>): Figure => ({ from, to, kind: 'bare', ...values })

function reread(words: readonly Token[], figure: Figure, end: number): Figure[] | undefined {
  const { from } = figure
  const isRead = figure.to === end && (figure.large !== undefined || figure.short !== undefined)
  if (isRead || end - from > 12) return undefined
  const said = words.slice(from, end).map(({ text }) => text)
  const digits = said.map((text) => (isNumberWord(text) ? saidDigit(text) : undefined))
  const [one, second] = digits
  if (said.length === 2 && one && second) return [{ ...figure, short: one * 1000 + second * 100 }]
  const third = digits[2]
  if (said.length >= 4 && one && (said[1] === 'oh' || said[1] === 'o') && third) {
    const last = readNumber(words.slice(from + 3, end), 0)
    if (last?.to === end - from - 3 && last.large !== undefined && last.large < 100)
      return [bare(from, end, { withCents: cents(one * 100 + third + last.large / 100) })]
  }
  const at = said.findIndex((text) => scale.test(text))
  return at < 0 || at + 1 >= said.length ? undefined : parted(words, figure, from + at + 1, end)
}

/** What stands behind "thousand" or "hundred" is its rest, or a second amount. */
function parted(words: readonly Token[], figure: Figure, at: number, end: number): Figure[] | undefined {
  const start = words[at]?.text === 'and' ? at + 1 : at
  const [head, tail] = [words.slice(figure.from, at), words.slice(start, end)]
  const [whole, rest] = [readNumber(head, 0), readNumber(tail, 0)]
  if (whole?.large === undefined || whole.to !== head.length || !rest || rest.to !== tail.length) return undefined
  const isShort = start === at && head.at(-1)?.text === 'thousand' && (saidDigit(tail[0]?.text ?? '') ?? 0) > 0
  if (isShort && rest.large !== undefined && rest.large > 100 && rest.large < 1000)
    return [bare(figure.from, end, { large: whole.large + rest.large, small: whole.large + rest.large, withCents: figure.withCents })]
  if (isShort && rest.withCents !== undefined && rest.withCents < 1000)
    return [bare(figure.from, end, { large: cents(whole.large + rest.withCents), small: whole.large })]
  const isUnread = figure.withCents === undefined && figure.large === undefined
  if (!isUnread && figure.to === end && !ofSecond.test(words[end]?.text ?? '')) return undefined
  return [
    bare(figure.from, at, { large: whole.large, small: whole.small }),
    bare(start, end, { large: rest.large, small: rest.small, withCents: rest.withCents, short: rest.short }),
  ]
}
