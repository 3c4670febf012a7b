import { readModel } from '../../../language/learnt-model.ts'
import { linearModels } from '../../../language/linear-models.ts'
import type { MedicineNames } from '../../drugs/medicine-names.ts'
import { longestTurn, talkFeatures } from './talk-features.ts'

/** What a turn does that asks the library nothing. `correction`: it mends the question before it. */
export type TalkAct = 'thanks' | 'greeting' | 'bye' | 'human' | 'repeat' | 'shorter' | 'simpler' | 'what' | 'yes' | 'no' | 'correction'

/** Made by `eval/train/talk-acts/train.ts`. */
const learnt = readModel<{ acts: (TalkAct | 'other')[]; bias: number[] }>(import.meta.dirname, 'talk-acts')
const { acts, bias } = learnt.header
const probabilities = linearModels(bias, learnt.table('acts'))

/** From how likely on a turn is taken for an act: chosen so that questions stay questions (docs/quality.md). */
const least = 0.6

/** The act that a turn is, and how likely; null for what is to be answered from the library. */
export function talkActOf(turn: string, names: MedicineNames): { act: TalkAct; likely: number } | null {
  if (turn.length > longestTurn) return null
  const found = probabilities(talkFeatures(turn, names))
  const best = found.indexOf(Math.max(...found))
  const act = acts[best]
  const likely = found[best] ?? 0
  return act === undefined || act === 'other' || likely < least ? null : { act, likely }
}
