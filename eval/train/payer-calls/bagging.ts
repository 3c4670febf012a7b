import type { BenefitModel } from '../../../src/domain/voice/payer-calls/learnt/benefit-decoder.ts'
import { seeded } from '../../random.ts'
import { isMarkedUp, learntCall, type Source, sources, unpunctuated } from './calls.ts'
import { emptyModel, fit, type LabelledCall, labelled, type Settings } from './learning.ts'

const settings: Settings = { epochs: 6, penalty: 0.005, rate: 0.2, dropped: 0.4 }
const bags = 4

const hasStops = ({ group, call }: Source) => group !== 'composed' && call.turns.some(({ text }) => /[.?]$/u.test(text))

/** All calls and their copies without stops, each figure with what it most likely states, given what the whole call states. */
export function labelledCalls(from: readonly Source[] = sources()): LabelledCall[] {
  const calls = [
    ...from.map((source) => learntCall(source, source.group === 'composed' ? 0.5 : 1)),
    ...from.filter(hasStops).map(({ group, call }) => learntCall({ group, call: unpunctuated(call) })),
  ]
  const marked = calls.filter(({ group }) => isMarkedUp(group))
  const first = fit(
    marked.map((call) => ({ ...call, chosen: labelled(emptyModel(), call) })),
    settings,
    { onlyMarked: true },
  )
  return calls.map((call) => ({ ...call, chosen: labelled(first, call) }))
}

/** Models each fitted to nine tenths of the calls: where they differ, none is to be believed. */
export const bagged = (calls: readonly LabelledCall[]): BenefitModel[] =>
  Array.from({ length: bags }, (_none, bag) => {
    const random = seeded(bag + 100)
    const drawn = new Map(calls.map(({ id }) => [id.replace('~plain', ''), random() < 0.9]))
    return fit(
      calls.filter(({ id }) => drawn.get(id.replace('~plain', ''))),
      settings,
      { seed: bag + 15 },
    )
  })
