import type { Turn } from '../../../language/dialogue.ts'
import { speakerRolesOf } from './speaker-roles.ts'

const nameWord = "\\p{L}[\\p{L}'’-]+"
const stated = new RegExp(
  `\\b(?:my (?:(?:full|first|last) )?name(?:['’]s| is)|me llamo|mi nombre es) (${nameWord}(?: ${nameWord}){0,2})`,
  'giu',
)
const introduced = /\b(?:[Tt]his is|I am|I['’]m) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){1,2})/gu
const asked = /\b(?:[Aa]m I|[Ii]s this) (?:speaking (?:with|to) )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})/gu
/** So much of a turn is looked at: people give their names at the beginning of what they say. */
const looked = 5000

/**
 * The names that a caller gave, or was asked for by, each part on its own in small letters.
 * @param known names of medications, which are no names of people
 */
export function callerNames(turns: readonly Turn[], known: readonly string[]): Set<string> {
  const names = speakerRolesOf(turns).flatMap(({ side, text }) =>
    (side === 'caller' ? [stated, introduced] : [asked]).flatMap((pattern) =>
      [...text.slice(0, looked).matchAll(pattern)].map(([, name = '']) => name),
    ),
  )
  const others = new Set(known.flatMap((name) => name.toLowerCase().split(' ')))
  return new Set(names.flatMap((name) => name.toLowerCase().split(' ')).filter((part) => part.length > 2 && !others.has(part)))
}

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
/** Years in which people were born; later ones are dates of plans and orders more often. */
const year = '(?:19\\d\\d|200\\d|201[0-4])'
const particulars = [
  new RegExp(`\\b(?:${month})\\.? \\d{1,2}(?:st|nd|rd|th)?,? ${year}\\b`, 'iu'),
  new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${month}),? ${year}\\b`, 'iu'),
  new RegExp(`\\b\\d{1,2}[/.-]\\d{1,2}[/.-](?:${year}|\\d\\d)\\b|\\b${year}-\\d\\d-\\d\\d\\b`, 'u'),
  /\b\d{1,5} (?:\p{Lu}\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Court)\b/u,
  /\b(?:born (?:on|in)|lives at|social security number is)\b/iu,
  /\b(?:\d{3}\)?[ .-])?\d{3}[ .-]\d{4}\b|[^\s@]{1,64}@[^\s@]{1,64}\.\p{L}{2}/u,
  /\b(?=[A-Z\d-]{0,20}\d{5})[A-Z]{0,5}-?\d{6,}\b/u,
]

/** Whether a text holds what identifies a caller: a name that was given, a date of birth, a number, an address of email. */
export function identifiesCaller(text: string, names: ReadonlySet<string>): boolean {
  const words = text.match(/(?<!\p{L})\p{Lu}[\p{L}'’-]*/gu) ?? []
  return words.some((word) => names.has(word.replace(/['’]s$/u, '').toLowerCase())) || particulars.some((pattern) => pattern.test(text))
}

/** Whether a text says that the caller's identity was proved. */
export const saysVerified = (text: string): boolean =>
  /(?<!\bnot (?:a )?)\b(?:(?:verified|authenticated) (?:the )?(?:caller|patient|member|user|identity|his|her|their)|(?:caller|patient|member|user|identity|he|she)(?:['’]s identity)? (?:(?:was|is|has been|had been|were) )?(?:\p{L}+ly )?(?:verified|authenticated|confirmed))\b/iu.test(
    text,
  )
