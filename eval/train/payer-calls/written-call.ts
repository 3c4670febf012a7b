import type { Turn } from '../../../src/language/dialogue.ts'

/** Where a writer marked what a stretch of a turn states: a field, or `other`, an amount that states none. */
type Mark = [from: number, to: number, field: string, value: number | string]
export interface WrittenCall {
  id: string
  turns: (Turn & { marks?: Mark[] })[]
  stated: Record<string, number | string>
}
