import { readModel } from '../../../language/learnt-model.ts'
import type { BenefitModel } from './benefit-decoder.ts'

/** Models that were fitted to different parts of the calls (eval/train/payer-calls): what they agree on is likely. */
export const benefitModels = (): BenefitModel[] => {
  models ??= read()
  return models
}
let models: BenefitModel[] | undefined

function read(): BenefitModel[] {
  const { header, table } = readModel<{ models: number }>(import.meta.dirname, 'benefits')
  return Array.from({ length: header.models }, (_, at) => ({ words: table(`words ${at}`), history: table(`history ${at}`) }))
}
