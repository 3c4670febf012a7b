import { z } from 'zod'
import { maxInt32, text } from '../../platform/values.ts'

export const auditSealsInput = z.object({ after: z.int().min(0).max(maxInt32), limit: z.int().min(1).max(100) })
/** Its hash is its id, so nothing of it may change. */
const asSent = z
  .string()
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be valid Unicode without NUL characters')
  .refine((value) => value.length <= 100_000, 'must have at most 100000 characters')

/** What a client may register: no longer than a document that may run (docs/contract.md, GraphQL). */
export const trustedDocumentInput = z.object({ name: text(200), text: asSent })
export const registerDocumentsInput = z.object({ documents: z.array(trustedDocumentInput).min(1).max(1000) })
export const minutesInput = z.int().min(0).max(1_000_000)
