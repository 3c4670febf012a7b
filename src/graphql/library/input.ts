import { z } from 'zod'
import { sectionTypes, sourceTypes } from '../../domain/documents/section.ts'
import { metadataRules } from '../../domain/library/metadata.ts'
import { maxSourceBytes } from '../../domain/library/sources.ts'
import { maxInt32, text } from '../../platform/values.ts'

// The rules of the library's inputs, once for both surfaces (docs/contract.md, Content).

export const searchInput = z.object({
  query: text(1000),
  sectionTypes: z.array(z.enum(sectionTypes)).max(20).nullish(),
  limit: z.int().min(1).max(20).default(5),
})

const twoCharacters = 'must have at least 2 characters'

export const suggestionsInput = z.object({
  // Counted as typed, too: the normal form of a letter may have two code points.
  q: z
    .string()
    .refine((value) => [...value.trim()].length >= 2, twoCharacters)
    .pipe(text(1000).refine((value) => [...value].length >= 2, twoCharacters))
    .meta({ description: '2 to 1,000 characters, blanks around it aside', minLength: 2, pattern: '\\S' }),
  limit: z.int().min(1).max(50).default(5),
})

export const contentListInput = z.object({
  page: z.int().min(1).max(maxInt32).default(1),
  perPage: z.int().min(1).max(100).default(20),
  sectionType: z.enum(sectionTypes).nullish(),
  sourceType: z.enum(sourceTypes).nullish(),
})

export const contentId = z.guid('must be a UUID')

/** A file in base64. Not `z.base64`: its expression backtracks over tens of megabytes. */
export const base64 = (maxBytes: number) =>
  z
    .string()
    .refine((value) => value.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(value), { error: 'must be base64', abort: true })
    .refine((value) => (value.length / 4) * 3 <= maxBytes + 2, `must be of at most ${maxBytes / 1024 / 1024} MiB`)

export const sourceFile = z.object({ name: text(500), content: base64(maxSourceBytes), mediaType: text(200).nullish() })

export const sourceOrigin = z
  .object({ address: metadataRules.url, file: sourceFile.nullish() })
  .refine(({ address, file }) => (address != null) !== (file != null), {
    path: ['address'],
    message: 'give either an address or a file',
  })

export const addSourceInput = z.object({ from: sourceOrigin, ...metadataRules, draft: z.boolean().nullish() })
