import { readModel } from '../../../language/learnt-model.ts'
import { linearModels } from '../../../language/linear-models.ts'
import { actFeatures } from './act-features.ts'
import { clausesOf } from './clauses.ts'
import type { Side } from './speaker-roles.ts'

/** What a sentence of the side that wants something can do in a call. */
type CallerAct =
  | 'callback'
  | 'nocallback'
  | 'declined'
  | 'optout'
  | 'wrong'
  | 'voicemail'
  | 'inaudible'
  | 'askcoverage'
  | 'askpa'
  | 'askperson'
  | 'denial'
  | 'cardfailed'
  | 'request'
  | 'unhelped'
  | 'accept'
  | 'reject'
  | 'satisfied'

/** The same for the side that answers. */
type AnswererAct =
  | 'covered'
  | 'notcovered'
  | 'parequired'
  | 'padenied'
  | 'pasettled'
  | 'transfer'
  | 'notransfer'
  | 'callback'
  | 'callbackoffer'
  | 'nocallback'
  | 'noverify'
  | 'verifiedack'
  | 'declinedack'
  | 'wrongack'
  | 'reported'
  | 'answer'
  | 'cannot'

export type Act = CallerAct | AnswererAct

interface ActModel {
  acts: readonly Act[]
  probabilities(features: Iterable<string>): number[]
}

/** Made by `eval/train/call-acts/train.ts`. */
const model = readModel<Record<'caller' | 'answerer', { acts: Act[]; bias: number[] }>>(import.meta.dirname, 'call-acts')
const learntBy = (side: 'caller' | 'answerer'): ActModel => ({
  acts: model.header[side].acts,
  probabilities: linearModels(model.header[side].bias, model.table(side)),
})
const learnt: Record<Side, ActModel> = { caller: learntBy('caller'), agent: learntBy('answerer') }

export type ActsOfSentence = ReadonlyMap<Act, number>

/** From this probability on an act is done. */
export const leastSure = 0.5

/** What an act must be sure of to decide a result by itself. */
export const sure = 0.7

/**
 * What a sentence does in a call, each act that it is likely to do with its probability; several may hold, and none does in
 * most talk. A logistic regression for each act over the words, medicines and classes of wordings of the sentence and of each of
 * its clauses, of which the surest counts.
 */
export function actsOf(side: Side, text: string): ActsOfSentence {
  const { acts, probabilities } = learnt[side]
  const found = new Map<Act, number>()
  for (const part of new Set([text, ...clausesOf(text)])) {
    const sure = probabilities(actFeatures(part))
    for (const [index, act] of acts.entries()) {
      const probability = sure[index] ?? 0
      if (probability >= leastSure && probability > (found.get(act) ?? 0)) found.set(act, probability)
    }
  }
  return found
}
