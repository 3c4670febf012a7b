import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'
import type { Label } from './labels.ts'

const noInformation =
  /^(?:information|info|listed|data|details?|showing|available|amounts?|found|assistance|file|entered|loaded|specified|indicated|tier|tiers|cards?)$/u
const ownEyes = /^(?:i|i'm|we|we're|see|seeing|show|showing|find|finding|don't|didn't|not)$/u

/**
 * Amounts of zero that are said without a number: "no copay", "waived", "covered in full", "nothing has been met"; and a
 * deductible met in full, of which zero remains. "No copay on file" is not one of them.
 */
export function zeroAmounts(words: readonly Token[], labels: readonly Label[]): { figure: Figure; label?: Label }[] {
  const text = (at: number) => words[at]?.text ?? ''
  const owner = ownersOf(words, labels)
  return words.flatMap((_word, at) => {
    const figure: Figure = { from: at, to: at + 1, kind: 'zero', large: 0, small: 0 }
    switch (text(at)) {
      case 'no':
        return isNoBenefit(words, labels, at)
          ? [{ figure }]
          : text(at + 1) === 'charge' || text(at + 1) === 'cost'
            ? [{ figure: { ...figure, to: at + 2 } }]
            : []
      case 'waived':
        return owner[at] === undefined && labels.some(({ value }) => value === 'copay') ? [{ figure }] : []
      case 'nothing':
      case 'none':
        return isZero(words, labels, at) ? [{ figure }] : []
      case 'covered':
      case 'met':
      case 'satisfied':
        return /^(?:in) (?:full)$/u.test(`${text(at + 1)} ${text(at + 2)}`) || /^(?:fully|completely)$/u.test(text(at - 1))
          ? [inFull(words, at, figure)]
          : []
      default:
        return []
    }
  })
}

function ownersOf(words: readonly Token[], labels: readonly Label[]): (Label | undefined)[] {
  const owner: (Label | undefined)[] = new Array(words.length).fill(undefined)
  for (const label of labels) owner.fill(label, label.from, label.to)
  return owner
}

function isNoBenefit(words: readonly Token[], labels: readonly Label[], at: number): boolean {
  if ([words[at - 1]?.text ?? '', words[at - 2]?.text ?? ''].some((text) => ownEyes.test(text))) return false
  if (/^(?:the|that|your|their|it|they|he|she|i|we|this|his|her)$/u.test(words[at + 1]?.text ?? '')) return false
  const near = labels.filter(({ from }) => from > at && from <= at + 4)
  const benefit = near.find(({ kind, value }) => kind === 'benefit' && /^(?:copay|deductible|coinsurance)$/u.test(value))
  if (!benefit || words.slice(at + 1, benefit.to).some(({ after }) => after !== 'space')) return false
  const after = [words[benefit.to], words[benefit.to + 1]].map((word) => word?.text ?? '')
  return !after.some((text) => noInformation.test(text))
}

function isZero(words: readonly Token[], labels: readonly Label[], at: number): boolean {
  if (words.length <= 3) return true
  const met = labels.some(({ kind, value, from }) => kind === 'measure' && value === 'met' && Math.abs(from - at) <= 5)
  return met && !/^(?:else|on|in|listed|showing)$/u.test(words[at + 1]?.text ?? '')
}

function inFull(words: readonly Token[], at: number, figure: Figure): { figure: Figure; label?: Label } {
  const to = words[at + 1]?.text === 'in' ? at + 3 : at + 1
  const isMet = words[at]?.text !== 'covered'
  return { figure: { ...figure, to }, label: isMet ? { from: at, to, kind: 'measure', value: 'remaining' } : undefined }
}
