import { readNumber, valuesOf } from '../../../language/numbers.ts'
import { type Token, tokensOf } from '../../../language/tokens.ts'

const currencies = new Set(['$', '€', '£'])
const units = new Set(['%', 'percent', 'dollar', 'dollars', 'buck', 'bucks'])

/**
 * The amounts of money and percentages in a text, in figures or in words, each with all that it may mean: "$1,200.00" and
 * "twelve hundred dollars" are 1200, "eighty five fifty dollars" is 8550 or 85.50.
 */
export function amountsOf(text: string): number[][] {
  const tokens = tokensOf(text)
  const amounts: number[][] = []
  for (let at = 0; at < tokens.length; ) {
    const isPriced = currencies.has(tokens[at]?.text ?? '')
    const read = numberAt(tokens, isPriced ? at + 1 : at)
    if (read && (isPriced || isUnitAt(tokens, read.to)) && read.values.length > 0) amounts.push(read.values)
    at = read?.to ?? at + 1
  }
  return amounts
}

function numberAt(tokens: readonly Token[], at: number): { values: number[]; to: number } | undefined {
  const read = readNumber(tokens, at)
  if (read) return { values: valuesOf(read), to: read.to }
  const isOne = /^(?:an?|one)$/.test(tokens[at]?.text ?? '') && isUnitAt(tokens, at + 1)
  return isOne ? { values: [1], to: at + 1 } : undefined
}

function isUnitAt(tokens: readonly Token[], at: number): boolean {
  const [word, after] = [tokens[at], tokens[at + 1]]
  return word?.after === 'space' && (units.has(word.text) || (word.text === 'per' && after?.text === 'cent'))
}

/** All numbers in a text, each with all that it may mean. */
export function numbersOf(text: string): number[][] {
  const tokens = tokensOf(text)
  const numbers: number[][] = []
  for (let at = 0; at < tokens.length; ) {
    const read = readNumber(tokens, at)
    if (read) numbers.push(valuesOf(read))
    at = read?.to ?? at + 1
  }
  return numbers
}
