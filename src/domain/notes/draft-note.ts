import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import { structuredAnswer } from '../../platform/models/structured-answer.ts'
import { recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import type { CallReader } from '../voice/analysis/call-reader.ts'
import { hasMaterial, materialOf } from './note-material.ts'

const system = readFileSync(join(import.meta.dirname, 'draft-note.prompt.md'), 'utf8')
const schema = z.object({ note: z.string() })

/** Somebody waits for it. */
const patience = { timeoutMs: 20_000, retryDelayMs: 500 }

interface NoteDependencies {
  /** None: nothing is drafted. */
  model: ChatModel | undefined
  reader: Pick<CallReader, 'forModel' | 'noted'>
  log: Log
}

/** A note as a model would write it; nothing keeps it but who takes it over. */
export interface NoteDraft {
  text: string
  /** `openai:<model>` */
  draftedBy: string
}

export type Notes = ReturnType<typeof createNotes>

/** Drafts notes on work, where a model does that (`MODEL_USES`). */
export function createNotes({ model, reader, log }: NoteDependencies) {
  return {
    /** Whether a note on work of this kind can be drafted. */
    canDraft: (item: Parameters<typeof hasMaterial>[0]): boolean => model !== undefined && hasMaterial(item),
    /**
     * Drafts a note on a work item from its record and what was said, and keeps of it what those bear out (`verify-note.ts`). The audit
     * event says that somebody had one drafted.
     * @throws Failure NOT_FOUND; INVALID_INPUT for work that nobody's words are behind; UNAVAILABLE without a model, where it fails or its
     * day's tokens are used up, and where nothing of what it writes is borne out
     */
    async draft({ session, actor }: Pick<UnitOfWork, 'session' | 'actor'>, workItemId: number, signal?: AbortSignal): Promise<NoteDraft> {
      const item = await session.prisma.workItem.findUnique({ where: { id: workItemId } })
      if (!item || item.state === 'withdrawn') throw new Failure('NOT_FOUND', `There is no work item ${workItemId}.`)
      if (!hasMaterial(item)) throw new Failure('INVALID_INPUT', 'No note can be drafted on work of this kind.')
      if (!model) throw new Failure('UNAVAILABLE', 'No model drafts notes here.')
      const { known, said } = await materialOf(session, item)
      await recordEvent(session, actor, {
        action: 'work_item.draft_note',
        patientIds: item.patientId === null ? [] : [item.patientId],
        recordIds: [workItemId],
      })
      const note = await asked(model, [...known, await reader.forModel(said)].join('\n'), signal)
      const text = await reader.noted(note, said, known)
      if (text === '') throw new Failure('UNAVAILABLE', 'The model wrote nothing that the record bears out.')
      return { text, draftedBy: model.name }
    },
  }

  async function asked({ load, name }: ChatModel, user: string, signal?: AbortSignal): Promise<string> {
    try {
      return (await structuredAnswer(await load(), { name: 'note', schema, system, user }, patience, signal)).note
    } catch {
      signal?.throwIfAborted()
      log.warn({ model: name }, 'the model did not draft a note')
      throw new Failure('UNAVAILABLE', 'The model did not draft a note. Please try again later.')
    }
  }
}
