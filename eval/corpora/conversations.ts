import type { Turn } from '../../src/language/dialogue.ts'
import { sharedRows } from './shared-data.ts'

const files = ['mts_dialog_dev', 'primock57_dev', 'aci_bench_dev'] as const

export interface Conversation {
  id: string
  turns: Turn[]
  /** What a clinician wrote of it. */
  note: string
}

/** The public conversations of the shared data (its README tells of them), 981 in all. */
export function conversations(): Conversation[] {
  return files.flatMap((file) =>
    sharedRows(`conversations/${file}.jsonl`).map(({ id, turns, summary }) => ({
      id,
      turns: turns.map(({ speaker, text }: Turn) => ({ speaker, text })),
      note: summary ?? '',
    })),
  )
}
