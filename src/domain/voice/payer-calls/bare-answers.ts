import type { Token } from '../../../language/tokens.ts'
import type { LabelledFigure } from './attach-labels.ts'
import type { Figure } from './figures.ts'

/** Words beside a bare amount that do not make it one of something else. */
const bare =
  /^(?:that's|that|it's|it|is|so|okay|ok|yes|yeah|yep|no|sure|alright|right|and|the|a|an|of|dollars|for|one|this|would|be|will|they|have|has|i|i'm|we|see|seeing|showing|show|shows|looks|like|here|there|there's|at|just|only|let|let's|me|check|you|thank|thanks|all|well|oh|got|perfect|great|total|amount|flat|even|exactly|per|visit|annual|annually|calendar|year|currently|also|in|network|sorry|actually|wait|mean|make|my|apologies|excuse|correction|each|time|due|those|these|fill|supply|day|days|thirty|month|every|with|same|again|gonna|going|to|scroll|down|pull|up|look|looking|on|screen|system|are|he|he's|she|she's|they're|his|her|their|gimme|give|second|moment|now|then|still|please|sir|ma'am|hold|hang|too|um|i've|mm|hm|ahead|go|today|my|end|bear|pulling|checking|says|say|saying|reads|lists|listed|as|what|do|done|was|plan|patient|member|out|after|deductible|um|you're|welcome|lookin|mm|hmm|hm|say|kay|alrighty|absolutely|certainly|of|course|no|problem|bucks|cents|straight|copay|copayment|coinsurance)$/u

/** Words that name nothing. */
export const isSmallWord = (text: string): boolean => bare.test(text)

/**
 * A number that stands among small words: the answer to what was asked. The figures behind the first need a name of their own.
 * @param strangers How many other words may stand beside it.
 */
export function isBareAnswer(words: readonly Token[], found: readonly LabelledFigure[], index: number, strangers: number): boolean {
  const item = found[index]
  if (!item) return false
  const { figure, before, gap } = item
  if (index > 0) {
    return (
      before.some(({ kind, value }) => kind === 'network' && value === 'in') &&
      gap.split(' ').every((text) => bare.test(text) || text === 'but')
    )
  }
  const others = [...near(words, figure.from, -1), ...near(words, figure.to, 1)]
  const strange = others.filter((text) => !bare.test(text)).length
  return strange <= strangers || (strange <= 2 && isLikeMoney(words, figure))
}

/** The words beside a figure up to a pause. */
function near(words: readonly Token[], at: number, step: 1 | -1): string[] {
  const texts: string[] = []
  for (let index = step > 0 ? at : at - 1; texts.length < 6 && words[index]; index += step) {
    const word = words[index] as Token
    const pause = step > 0 ? word.after : (words[index + 1]?.after ?? 'space')
    if (pause === 'comma') break
    texts.push(word.text)
  }
  return texts
}

const isLikeMoney = (words: readonly Token[], { kind, from, to }: Figure): boolean =>
  kind === 'money' || words.slice(from, to).some(({ text }) => text === 'hundred' || text === 'thousand' || text === 'grand')
