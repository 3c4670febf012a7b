import { z } from 'zod'
import { maxInt32 } from '../platform/values.ts'

export const auditSealsInput = z.object({ after: z.int().min(0).max(maxInt32), limit: z.int().min(1).max(100) })
export const minutesInput = z.int().min(0).max(1_000_000)
