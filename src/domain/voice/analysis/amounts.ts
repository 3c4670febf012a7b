const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const values = new Map<string, number>([
  ...units.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ['a', 1],
])
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
])
const word = [...values.keys(), ...scales.keys(), 'and'].join('|')
const spelled = new RegExp(`\\b((?:${word})(?:[\\s-]{1,3}(?:${word})){0,8})[\\s-]{1,3}(?:percent|dollars?|bucks)\\b`, 'giu')
/** A figure has a bounded length and begins where digits begin: text of nothing but digits is read in one pass. */
const written = /[$€£]\s?(\d[\d,]{0,15}(?:\.\d{1,4})?)|(?<![\d,]|\d\.)(\d[\d,]{0,15}(?:\.\d{1,4})?)\s?(?:%|percent|dollars?|bucks)/giu

/** The amounts of money and percentages in a text, in figures or in words: "$1,200.00" and "twelve hundred dollars" are 1200. */
export function amountsOf(text: string): number[] {
  const figures = [...text.matchAll(written)].map(([, before, after]) => Number((before ?? after ?? '').replaceAll(',', '')))
  return [...figures, ...[...text.matchAll(spelled)].map(([, words = '']) => amountIn(words))]
}

function amountIn(words: string): number {
  let [thousands, rest] = [0, 0]
  for (const part of words.toLowerCase().split(/[\s-]+/u)) {
    const scale = scales.get(part)
    if (scale === 1000) {
      thousands = Math.max(rest, 1) * scale
      rest = 0
    } else rest = scale === undefined ? rest + (values.get(part) ?? 0) : Math.max(rest, 1) * scale
  }
  return thousands + rest
}
