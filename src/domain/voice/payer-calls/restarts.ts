import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'

const small = /^(?:and|the|it's|that's|so|yeah|yes|okay|ok|a|is|of)$/u

/** "One hundred, one hundred and six", "nine hundred, nine hundred individual": a figure that is begun again counts once. */
export function withoutRestarts(words: readonly Token[], figures: readonly Figure[]): Figure[] {
  return figures.filter((figure, index) => {
    const last = figures[index - 1]
    if (last?.kind === 'zero' && figure.large === 0 && figure.from - last.to <= 7) return false
    const next = figures[index + 1]
    return !next || figure.kind === 'none' || !isBegunAgain(words, figure, next)
  })
}

function isBegunAgain(words: readonly Token[], one: Figure, other: Figure): boolean {
  const gap = words.slice(one.to, other.from)
  if (gap.length > 2 || !gap.every(({ text }) => small.test(text)) || other.kind === 'none') return false
  const isSame = one.large !== undefined && one.large === other.large && one.kind !== 'percent' && other.kind !== 'percent'
  const texts = ({ from, to }: Figure) => words.slice(from, to).map(({ text }) => text)
  const [begun, whole] = [texts(one), texts(other)]
  return isSame || (whole.length > begun.length && begun.every((text, at) => text === whole[at]))
}
