import type { Turn } from '../../../language/dialogue.ts'
import type { Token } from '../../../language/tokens.ts'
import type { Figure } from './figures.ts'
import { type Label, labelsIn } from './labels.ts'
import { figuresOfRuns } from './number-runs.ts'
import { replyOf } from './replies.ts'
import { withoutRestarts } from './restarts.ts'
import { sentencesIn } from './spoken-tokens.ts'
import { withoutTakenBack } from './taken-back.ts'

/** A turn of a call, cut into words, with the names and figures in it. */
export interface SaidTurn {
  isOurs: boolean
  text: string
  words: Token[]
  /** Where each sentence begins and ends. */
  sentences: { from: number; to: number; asks: boolean }[]
  labels: Label[]
  figures: SaidFigure[]
  reply: 'yes' | 'no' | undefined
}

/** An amount, a zero or a "met in full" that somebody says; `none` numbers only part others. */
export interface SaidFigure extends Omit<Figure, 'kind'> {
  kind: Figure['kind'] | 'full'
}

const whole = /^(?:met|satisfied|fulfilled|full|fully|all|entire|whole|exhausted|maxed|completely)$/u
const nothing = /^(?:nothing|none|nada|zilch|free|waived)$/u
const denial = /^(?:not|hasn't|haven't|isn't|didn't|hasnt|havent)$/u

/** The turns of a call with what may be amounts in them. */
export function saidTurns(turns: readonly Turn[], isPayer: (turn: Turn) => boolean): SaidTurn[] {
  return turns.map((turn) => {
    const sentences = sentencesIn(turn.text)
    const said: SaidTurn = {
      isOurs: !isPayer(turn),
      text: turn.text,
      words: [],
      sentences: [],
      labels: [],
      figures: [],
      reply: replyOf(sentences),
    }
    for (const { words, asks } of sentences) {
      const start = said.words.length
      const labels = labelsIn(words)
      const figures = figuresOf(words, labels)
      said.sentences.push({ from: start, to: start + words.length, asks })
      said.labels.push(...labels.map((label) => ({ ...label, from: label.from + start, to: label.to + start })))
      said.figures.push(...figures.map((figure) => ({ ...figure, from: figure.from + start, to: figure.to + start })))
      said.words.push(...words)
    }
    return { ...said, ...withoutTakenBack(said) }
  })
}

function figuresOf(words: readonly Token[], labels: readonly Label[]): SaidFigure[] {
  const named = new Set(['service', 'scope'])
  const taken = new Set(
    labels.filter(({ kind }) => named.has(kind)).flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  )
  const numbers = withoutRestarts(words, figuresOfRuns(words, taken))
  const said = words.flatMap((_word, at): SaidFigure[] => {
    const figure = isOfVisit(words, labels, at) ? undefined : wordFigure(words, at)
    return figure && !numbers.some(({ from, to }) => at >= from - 2 && at <= to + 1) ? [figure] : []
  })
  const sparse = said.filter((figure, index) => index === 0 || figure.from - (said[index - 1] as SaidFigure).to > 3)
  return [...numbers, ...sparse].toSorted((one, other) => one.from - other.from)
}

/** "Forty dollars for a specialist, no deductible": none applies to the visit. */
const isOfVisit = (words: readonly Token[], labels: readonly Label[], at: number): boolean =>
  words[at]?.text === 'no' && words[at + 1]?.text === 'deductible' && labels.some(({ kind, to }) => kind === 'service' && to <= at)

/** Zero or everything, said without a number. */
function wordFigure(words: readonly Token[], at: number): SaidFigure | undefined {
  const text = words[at]?.text ?? ''
  const after = [words[at + 1], words[at + 2], words[at + 3]].map((word) => word?.text ?? '')
  const zero: SaidFigure = { from: at, to: at + 1, kind: 'zero', large: 0, small: 0, percent: 0 }
  if (nothing.test(text)) return zero
  if (/^(?:cent|penny|dime)$/u.test(text) && words[at - 1]?.text === 'a' && words[at - 2]?.text === 'not') return zero
  if (text === 'no' && after.some((word) => /^(?:copays?|copayments?|deductibles?|coinsurance|charge|cost|co)$/u.test(word))) return zero
  if (denial.test(text) && after.some((word) => /^(?:met|satisfied|any|anything|used|paid)$/u.test(word))) return zero
  return whole.test(text) ? { from: at, to: at + 1, kind: 'full' } : undefined
}
