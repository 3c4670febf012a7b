import { piecesOf } from '../../language/pieces.ts'
import type { UnreadMessage } from '../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../platform/database/session.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import { type UnitOfWork, unitOfWorkOfJob } from '../access/unit-of-work.ts'
import type { MedicineNames } from '../drugs/medicine-names.ts'
import type { CaseLimits, ReportGroup } from '../safety/cases/report-limits.ts'
import { emergencyKinds } from '../safety/signs/emergency-kind.ts'
import { reportWhatWasTold } from './begin-turn.ts'
import type { Language } from './chat.ts'
import { createLateReports } from './late-reports.ts'
import { type Assessment, assessMessage } from './policy/assess-message.ts'
import { emergencyAnswer, fixedAnswer, reportAnswer } from './policy/fixed-answers.ts'
import { readUnreadMessagesQueue } from './queues.ts'
import { unreadContent } from './sealed-columns.ts'

// What visitors write in requests that are refused: it is read for danger and adverse events all the same, and what it tells of is
// kept. Where a visitor's share of that is spent, the words are kept as they are and read by a job.

/** Words of a visitor that are not taken as a message. */
export interface RefusedWords {
  text: string
  widgetClientId: number
  /** Tells one visitor from another, who share their page's key. */
  visitor: string
  /** Where they come from: reports of one place are counted together. */
  address: string
}

interface Dependencies {
  session: UnitOfWork['session']
  names: () => MedicineNames
  reportersOf(from: Pick<RefusedWords, 'widgetClientId' | 'address'>): Promise<ReportGroup>
  /** By visitor: how much of what is refused is read at once, in pieces. */
  readings: RateLimiter
  limits: CaseLimits
  log: Log
  metrics: Metrics
}

/** So many characters, begun, take one token of their visitor's share. */
const charged = 500
/** Of one refused request, in characters: what a body of a chat route can hold. */
const mostRead = 65_536
/** Of one that is left for the job. */
const mostKept = 16_384
/** Messages that wait for the job, of all visitors and of one visitor group. */
const backlog = { most: 10_000, share: 1_000 }

const noContact = { name: null, phone: null, email: null }

export type RefusedMessages = ReturnType<typeof createRefusedMessages>

export function createRefusedMessages({ session, names, reportersOf, readings, limits, log, metrics }: Dependencies) {
  const outcomes = metrics.counter(
    'chat_refused_messages_total',
    'Messages of the chat that were refused, by what became of their words',
    'outcome',
  )
  for (const outcome of ['read', 'reported', 'kept', 'lost']) outcomes.inc({ outcome }, 0)
  metrics.gauge('chat_unread_messages', 'Refused messages of the chat that wait to be read by a job', () =>
    session.prisma.unreadMessage.count(),
  )
  let isFull = false

  /** Keeps words for the job, unless too many wait already. */
  async function keep(work: UnitOfWork, words: RefusedWords): Promise<void> {
    const { group } = await reportersOf(words)
    const content = session.fields.seal(unreadContent, words.widgetClientId, words.text.slice(0, mostKept))
    const isKept = await session.transaction(async (inner) => {
      const kept = await inner.prisma.$executeRaw`
        INSERT INTO unread_message (widget_client_id, visitor_group, content)
        SELECT ${words.widgetClientId}, ${group}, ${content}
        WHERE (SELECT count(*) FROM unread_message) < ${backlog.most}
          AND (SELECT count(*) FROM unread_message WHERE visitor_group = ${group}) < ${backlog.share}`
      if (kept > 0) await work.jobs.enqueue(inner, readUnreadMessagesQueue, {})
      return kept > 0
    })
    outcomes.inc({ outcome: isKept ? 'kept' : 'lost' })
    if (!isKept && !isFull) log.error({ backlog: 'full' }, 'messages of visitors are neither read nor kept: too many wait to be read')
    isFull = !isKept
  }

  const late = createLateReports(log, () => outcomes.inc({ outcome: 'lost' }))

  async function store(work: UnitOfWork, told: Assessment, words: RefusedWords, awareAt: Date): Promise<void> {
    const reporters = await reportersOf(words)
    await session.transaction((inner) => reportWhatWasTold({ ...work, session: inner }, null, told, words.text, reporters, awareAt))
    outcomes.inc({ outcome: 'reported' })
  }

  /** Keeps what words tell until the database takes it. */
  const reportLater = (work: UnitOfWork, told: Assessment, words: RefusedWords) => {
    const awareAt = new Date()
    late.add(() => store(work, told, words, awareAt))
  }

  /** Opens a case for what words tell, outside any conversation. @returns whether it is kept already */
  async function report(work: UnitOfWork, told: Assessment, words: RefusedWords): Promise<boolean> {
    try {
      await store(work, told, words, new Date())
      return true
    } catch (error) {
      log.warn({ error }, 'a case waits for the database')
      reportLater(work, told, words)
      return false
    }
  }

  return {
    /** Whether the words of one more refused request are read at once. */
    mayRead: async ({ visitor, text }: Pick<RefusedWords, 'visitor' | 'text'>): Promise<boolean> =>
      (await readings(`refused:${visitor}`, Math.ceil(text.length / charged))).allowed,
    /** Whether words were lost lately because too many waited, for `/ready`. */
    isFull: () => isFull,
    report,
    reportLater,
    /** Stores what waits for the database, for a service that stops. */
    stop: late.stop,
    /**
     * Reads the words of a refused request and keeps what they tell of.
     * @param isKept whether the same words were heard before: then they are only read
     * @returns what its writer needs to read first; undefined where the words tell of nothing
     */
    async hear(work: UnitOfWork, given: RefusedWords, isKept = false): Promise<string | undefined> {
      // As the database can hold it.
      const words = { ...given, text: given.text.replaceAll('\0', ' ').toWellFormed() }
      if (!(await this.mayRead(words))) return isKept ? unreadText : this.leave(work, words)
      const told = await readInPieces(words.text.slice(0, mostRead), words.visitor, names())
      outcomes.inc({ outcome: 'read' })
      if (!told?.adverseEvent) return undefined
      return safetyTextOf(told, isKept || (await report(work, told, words)))
    },
    /** Leaves words for the job. @returns the line for somebody in danger, since nobody has read whether they are */
    async leave(work: UnitOfWork, words: RefusedWords): Promise<string> {
      try {
        await keep(work, words)
      } catch (error) {
        outcomes.inc({ outcome: 'lost' })
        log.error({ error }, 'words of a visitor were neither read nor kept')
      }
      return unreadText
    },
    /** Reads what was left, oldest first; each is deleted in the transaction that keeps what it tells. */
    async readLeft(parts: Pick<UnitOfWork, 'events' | 'jobs'>, stopping: AbortSignal): Promise<void> {
      const work = unitOfWorkOfJob({ ...parts, session }, readUnreadMessagesQueue.name)
      for (let after = 0; !stopping.aborted; ) {
        const next = await session.prisma.unreadMessage.findFirst({ where: { id: { gt: after } }, orderBy: { id: 'asc' } })
        if (!next) break
        after = next.id
        // One that cannot be read keeps no other waiting; it is tried again at the next look.
        await readOne(work, next).catch((error: unknown) => log.error({ error }, 'kept words of a visitor could not be read'))
      }
      isFull = false
    },
  }

  async function readOne(work: UnitOfWork, next: UnreadMessage): Promise<void> {
    const text = session.fields.open(unreadContent, next.widgetClientId, next.sealedContent)
    const told = await readInPieces(text, `unread:${next.visitorGroup}`, names())
    await session.transaction(async (inner) => {
      // Another instance may have read it meanwhile.
      const { count } = await inner.prisma.unreadMessage.deleteMany({ where: { id: next.id } })
      if (count === 0 || !told) return
      await reportWhatWasTold({ ...work, session: inner }, null, told, text, { group: next.visitorGroup, limits }, next.createdAt)
    })
  }
}

/** What a text of any length tells of, piece by piece, each in a turn of its own. */
async function readInPieces(text: string, owner: string, names: MedicineNames): Promise<Assessment | undefined> {
  const told: Assessment[] = []
  for (const part of piecesOf(text)) {
    await ownTurn('ahead', owner)
    const assessment = assessMessage(part, [], names)
    if (assessment.adverseEvent) told.push(assessment)
  }
  const gravity = ({ emergency }: Assessment) => (emergency ? emergencyKinds.indexOf(emergency.kind) : emergencyKinds.length)
  return told.reduce<Assessment | undefined>((one, other) => (one && gravity(one) <= gravity(other) ? one : other), undefined)
}

/**
 * The fixed text for what was told outside a conversation.
 * @param isKept without it nobody was told of a report: its writer gets the number of Poison Control where that can help, and no thanks
 */
export function safetyTextOf(
  { emergency, adverseEvent, firstHelp, language }: Pick<Assessment, 'emergency' | 'adverseEvent' | 'firstHelp' | 'language'>,
  isKept: boolean,
): string | undefined {
  if (emergency) return emergencyAnswer(emergency, language, noContact)
  if (!adverseEvent) return undefined
  if (isKept) return reportAnswer(firstHelp, language, noContact)
  return firstHelp.includes('poison_control') ? fixedAnswer('poison_control', language, noContact) : undefined
}

/** In both languages of the fixed answers: nobody knows which one the words are in. */
const unreadText = (['en', 'es'] satisfies Language[]).map((language) => fixedAnswer('in_doubt', language, noContact)).join('\n')

/** Hands the job of reading what was left to the queue: asked for as words are kept, and each minute for what a job that ended just then has not seen. */
export async function startReadingUnread(
  refused: RefusedMessages,
  session: Session,
  jobs: Jobs,
  events: UnitOfWork['events'],
): Promise<void> {
  await jobs.handle(readUnreadMessagesQueue, (_data, stopping) => refused.readLeft({ events, jobs }, stopping))
  await jobs.schedule(readUnreadMessagesQueue, '* * * * *', {})
  await jobs.enqueue(session, readUnreadMessagesQueue, {})
}
