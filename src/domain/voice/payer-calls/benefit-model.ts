import { readModel } from '../../../language/learnt-model.ts'
import { allParts, type BenefitModel } from './benefit-decoder.ts'

/** A model as it is kept: weights in hundredths, by feature those of each part that has any. */
interface KeptModel {
  words: Record<string, number[]>
  history: Record<string, number>
}

/** Models that were fitted to different halves of the calls (eval/train/payer-calls): what they agree on is likely. */
export const benefitModels = (): BenefitModel[] => {
  models ??= (readModel(import.meta.dirname, 'benefits') as KeptModel[]).map(modelOf)
  return models
}
let models: BenefitModel[] | undefined

function modelOf({ words, history }: KeptModel): BenefitModel {
  return {
    words: new Map(
      Object.entries(words).map(([feature, pairs]) => {
        const weights = new Float32Array(allParts.length)
        for (let at = 0; at < pairs.length; at += 2) weights[pairs[at] ?? 0] = (pairs[at + 1] ?? 0) / 100
        return [feature, weights]
      }),
    ),
    history: new Map(Object.entries(history).map(([feature, weight]) => [feature, weight / 100])),
  }
}
