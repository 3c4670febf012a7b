import { normalForm } from '../../platform/normal-form.ts'

// Markup that a source shows as text and that would run on a page that forgot to escape it: nobody reads it.
const activeMarkup =
  /<[\s/]*(?:script|style|iframe|object|embed|svg|math|template|noscript|link|meta|base|html|head|body|frame)\b[^<>]*>?|<[a-z][\w-]*\s[^<>=]*=[^<>]*>/gi

/** Text as it is kept: NFC, well-formed, no control or invisible characters, one space between words, lines as they are. */
export function plainText(text: string): string {
  return normalForm(text.toWellFormed().replace(activeMarkup, ' '), 'NFC')
    .replace(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffd]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}\p{Co}\p{Cn}](?<!\n)/gu, '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** The same in one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ')
}

/**
 * How long a text is in words. A script without spaces, or one endless word, counts by its letters,
 * so that nothing is cut too long by having no spaces.
 */
export function wordCount(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0
  return Math.max(words, Math.ceil(text.length / 15))
}
