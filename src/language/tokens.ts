/** A word, a number or a sign of a text, and what it comes after. */
export interface Token {
  /** In lower case, with straight apostrophes. A number is whole: `1,500.00`, `12.5mg`. */
  text: string
  kind: 'word' | 'number' | 'sign'
  /** Where it stands in the text: UTF-16 offsets, end exclusive. */
  start: number
  end: number
  /** What stands between it and the token before: the end of a sentence, a comma or dash, or nothing but a space. */
  after: 'stop' | 'question' | 'comma' | 'space'
}

const pattern = /\d+(?:,\d+)*(?:\.\d+)?[\p{L}\p{N}\p{M}'’ʼ]*|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ]*|[$€£%/]|[.?!;…\n]|[,:–—]/gu

const typographic = /[’ʼ]/

/**
 * The tokens of a text in order, but for those to skip. Hyphens part words, as "co-pay" and "thirty-five" are. Never throws;
 * linear in the length.
 */
export function tokensOf(text: string, skipped: ReadonlySet<string> = new Set()): Token[] {
  const tokens: Token[] = []
  let after: Token['after'] = 'stop'
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const kind = kindOf(found)
    if (kind === 'word' || kind === 'number' || kind === 'sign') {
      const lower = found.toLowerCase()
      const plain = typographic.test(lower) ? lower.replace(/[’ʼ]/g, "'") : lower
      if (skipped.has(plain)) continue
      tokens.push({ text: plain, kind, start: index, end: index + found.length, after })
      after = 'space'
    } else if (strength[kind] > strength[after]) after = kind
  }
  return tokens
}

/** Of several marks between two tokens the strongest counts: "really?..." asks. */
const strength = { space: 0, comma: 1, stop: 2, question: 3 }

function kindOf(found: string): Token['kind'] | 'stop' | 'question' | 'comma' {
  const code = found.charCodeAt(0)
  if (code >= 48 && code <= 57) return 'number'
  if (found.length > 1) return 'word'
  if (found === '?') return 'question'
  if ('.!;…\n'.includes(found)) return 'stop'
  if (',:–—'.includes(found)) return 'comma'
  return '$€£%/'.includes(found) ? 'sign' : 'word'
}
