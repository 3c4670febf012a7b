/** Forms that no ending tells. */
const irregular = new Map(
  Object.entries({
    frozen: 'freeze',
    froze: 'freeze',
    taken: 'take',
    took: 'take',
    given: 'give',
    gave: 'give',
    kept: 'keep',
    forgot: 'forget',
    forgotten: 'forget',
    thrown: 'throw',
    threw: 'throw',
    children: 'child',
    women: 'woman',
    men: 'man',
    said: 'say',
    sent: 'send',
    bought: 'buy',
    paid: 'pay',
  }),
)

const endings =
  /(?:isations?|izations?|ations?|ators?|ated|ates?|ating|ments?|ances?|ences?|ancy|ants?|ents?|ings?|ions?|ives?|ages?|ies|ers?|ors?|ed|es|is|ly|al|ic|y|e|s)$/

/**
 * A word without its ending, roughly: `injected`, `injections` and `inject` are one, as are `storage` and `stored`. Cruder than
 * the search's stems, as it only compares a question with a few sections that were found for it. Takes a folded word.
 */
export function stem(word: string): string {
  let base = irregular.get(word) ?? word
  for (let round = 0; round < 2; round++) {
    const shorter = base.replace(endings, '')
    if (shorter.length < 4 || shorter === base) break
    base = shorter
  }
  const single = base.replace(/s$/, '')
  return (single.length >= 3 && !base.endsWith('ss') ? single : base)
    .replace(/([bdfgmnprt])\1$/, '$1')
    .replace(/[ei]$/, (end) => (base.length > 4 ? '' : end))
}
