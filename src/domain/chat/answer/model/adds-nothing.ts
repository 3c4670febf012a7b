import { drugsNamed } from '../../../drugs/drugs-named.ts'
import type { MedicineNames } from '../../../drugs/medicine-names.ts'
import type { PastMessage } from '../../chat.ts'
import { UnsupportedFigure, withoutUnsupportedFigures } from './figure-guard.ts'

/** What the visitor asked, after what was said before, and the question that the rules made of it. */
interface Asked {
  text: string
  history: readonly PastMessage[]
  byRules: string
}

/** "What about the other one?", "and the first?": of two medicines one that the rules cannot tell. */
const pointsElsewhere = /\b(?:other|first|former|latter|second|earlier|previous|before|both|otr[oa]|primer[oa]?|anterior|ambos)\b/iu

/**
 * Whether a model's rewritten question is about the medicines that the question was about, and has no figure that nobody said. What is
 * asked of another medicine, or of another dose, would be answered from its label, word for word: no guard of an answer sees that.
 */
export async function addsNothing(rewritten: string, { text, history, byRules }: Asked, names: MedicineNames): Promise<boolean> {
  const ingredients = (said: string) => new Set(drugsNamed(said, names).map(({ ingredient }) => ingredient))
  const conversation = [text, ...history.map(({ content }) => content), byRules].join('\n')
  const meant = ingredients(byRules)
  const allowed = meant.size === 0 || pointsElsewhere.test(text) ? ingredients(conversation) : meant
  const named = ingredients(rewritten)
  if ((meant.size > 0 && named.size === 0) || ![...named].every((ingredient) => allowed.has(ingredient))) return false
  return statesOnly(rewritten, conversation)
}

async function statesOnly(text: string, allowed: string): Promise<boolean> {
  const tokens = (async function* () {
    yield text
  })()
  try {
    for await (const _ of withoutUnsupportedFigures(tokens, allowed));
    return true
  } catch (error) {
    if (error instanceof UnsupportedFigure) return false
    throw error
  }
}
