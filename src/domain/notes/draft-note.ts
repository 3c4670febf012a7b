import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { WorkItem } from '../../platform/database/generated/prisma/client.ts'
import { Failure } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import { structuredAnswer } from '../../platform/models/structured-answer.ts'
import { createSlots } from '../../platform/slots.ts'
import { deadline, within } from '../../platform/within.ts'
import { type AuditEntry, recordEvent } from '../access/audit.ts'
import type { UnitOfWork } from '../access/unit-of-work.ts'
import type { CallReader } from '../voice/analysis/call-reader.ts'
import type { VerifiedNote } from '../voice/analysis/verify-note.ts'
import { materialOf, type NoteMaterial } from './note-material.ts'

const system = readFileSync(join(import.meta.dirname, 'draft-note.prompt.md'), 'utf8')
const schema = z.object({ note: z.string() })

/** Somebody waits for it: for all of it, in milliseconds. */
const patienceMs = 20_000
const retryDelayMs = 500
/** Drafts at once on this instance, and of one person: they share a thread with the analysis of calls. */
const atOnce = { most: 4, share: 1 }

interface NoteDependencies {
  /** None: nothing is drafted. */
  model: ChatModel | undefined
  reader: Pick<CallReader, 'forModel' | 'noted'>
  log: Log
}

/** A note as a model would write it, without what the record does not bear out. */
export interface NoteDraft extends VerifiedNote {
  /** `openai:<model>` */
  draftedBy: string
  /** What was read for it, to be audited before it is shown. */
  reads: AuditEntry[]
}

export type Notes = ReturnType<typeof createNotes>

/** Drafts notes on work, where a model does that (`MODEL_USES`). */
export function createNotes({ model, reader, log }: NoteDependencies) {
  const drafting = createSlots(atOnce)

  async function asked({ load }: ChatModel, { known, said }: NoteMaterial, signal: AbortSignal): Promise<string> {
    const mark = randomBytes(8).toString('hex')
    const user = [`<record ${mark}>`, ...known, `</record ${mark}>`, await reader.forModel(said)].join('\n')
    return (await structuredAnswer(await load(), { name: 'note', schema, system, user }, { timeoutMs: patienceMs, retryDelayMs }, signal))
      .note
  }

  return {
    /** Whether notes can be drafted on work of this kind. */
    canDraft: ({ kind }: Pick<WorkItem, 'kind'>): boolean =>
      model !== undefined && (kind === 'adverse_event' || kind === 'follow_up_action' || kind === 'callback'),
    /**
     * Drafts a note on a work item from its record and what was said, and keeps of it what those bear out (`verify-note.ts`). The audit
     * event says that somebody had one drafted.
     * @throws Failure NOT_FOUND; INVALID_INPUT for work that nobody's words are behind; RATE_LIMITED beside another draft of the same
     * person; UNAVAILABLE without a model, where it fails, takes longer than 20 seconds or has used up its day's tokens, and where nothing
     * of what it writes is borne out
     */
    async draft({ session, actor }: Pick<UnitOfWork, 'session' | 'actor'>, workItemId: number, signal?: AbortSignal): Promise<NoteDraft> {
      const item = await session.prisma.workItem.findUnique({ where: { id: workItemId } })
      if (!item || item.state === 'withdrawn') throw new Failure('NOT_FOUND', `There is no work item ${workItemId}.`)
      if (!model) throw new Failure('UNAVAILABLE', 'No model drafts notes here.')
      const material = await materialOf(session, item)
      if (!material) throw new Failure('INVALID_INPUT', 'There are no words behind this work that a note could tell of.')
      const release = drafting.take(actor.id)
      if (!release) throw new Failure('RATE_LIMITED', 'Another note is being drafted. Please try again in a moment.', undefined, 5)
      const limit = deadline(patienceMs, ...(signal ? [signal] : []))
      const write = async () => reader.noted(await asked(model, material, limit), material.said, material.known, material.names)
      const noted = await within(patienceMs, write(), { signal: limit })
        .catch((error: unknown) => {
          signal?.throwIfAborted()
          log.warn({ model: model.name, error: (error as Error).name }, 'the model did not draft a note')
          throw new Failure('UNAVAILABLE', 'The model did not draft a note. Please try again later.')
        })
        .finally(release)
      if (noted.text === '') throw new Failure('UNAVAILABLE', 'The model wrote nothing that the record bears out.')
      const patientIds = item.patientId === null ? [] : [item.patientId]
      await recordEvent(session, actor, { action: 'work_item.draft_note', patientIds, recordIds: [workItemId] })
      return { ...noted, draftedBy: model.name, reads: material.reads }
    },
  }
}
