import { seeded } from '../../random.ts'
import { isMarkedUp, learntCall, type Source, sources, unpunctuated } from './calls.ts'
import { emptyModel, fit, type LabelledCall, type LearntWeights, labelled, modelOf, type Settings } from './learning.ts'

const settings: Settings = { epochs: 8, penalty: 0.003, rate: 0.2, dropped: 0.3 }
const bags = 4

const hasStops = ({ group, call }: Source) => group !== 'composed' && call.turns.some(({ text }) => /[.?]$/u.test(text))

/** All calls and their copies without stops, each figure with what it most likely states, given what the whole call states. */
export function labelledCalls(from: readonly Source[] = sources()): LabelledCall[] {
  const calls = [
    ...from.map((source) => learntCall(source, source.group === 'composed' ? 0.8 : 1)),
    ...from.filter(hasStops).map(({ group, call }) => learntCall({ group, call: unpunctuated(call) })),
  ]
  const marked = calls.filter(({ group }) => isMarkedUp(group))
  const first = modelOf(
    fit(
      marked.map((call) => ({ ...call, chosen: labelled(emptyModel(), call) })),
      settings,
      { onlyMarked: true },
    ),
  )
  return calls.map((call) => ({ ...call, chosen: labelled(first, call) }))
}

/** The call that a copy was made of. */
export const callOf = (id: string): string => id.replace('~plain', '')

/** Models each fitted to nine tenths of the calls: where they differ, none is to be believed. */
export const bagged = (calls: readonly LabelledCall[]): LearntWeights[] =>
  Array.from({ length: bags }, (_none, bag) => {
    const random = seeded(bag + 100)
    const drawn = new Map(calls.map(({ id }) => [callOf(id), random() < 0.9]))
    return fit(
      calls.filter(({ id }) => drawn.get(callOf(id))),
      settings,
      { seed: bag + 15 },
    )
  })
