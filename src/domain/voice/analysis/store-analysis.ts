import type { Prisma, VoiceCall } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { drugOf } from '../../drugs/drug-of.ts'
import { patientUpdated } from '../../patients/events.ts'
import { addDetails, extendAdverseEvent, reportAdverseEvent } from '../../safety/cases/report.ts'
import { asOneReport, inReports, type Mention, ofMedicine, unflaggedMentions } from '../../safety/cases/unflagged.ts'
import { acquaintanceIn } from '../../safety/cases/whose.ts'
import { announceWork } from '../../work/announce-work.ts'
import { patientOf } from '../call.ts'
import { callUpdated } from '../events.ts'
import { refreshPatientTotals } from '../patient-totals.ts'
import { toldInCallbacks } from '../told-in-callbacks.ts'
import type { CallAnalysis } from './analysis-schema.ts'
import type { CallReading } from './call-reader.ts'
import { toldInCall } from './told-in-call.ts'

/** Writes what an analysis found to a locked call, its follow-ups, its cases and its patient. Doing it again adds nothing. */
export async function storeAnalysis(
  work: UnitOfWork,
  call: VoiceCall,
  { analysis, analysedBy, said }: { analysis: CallAnalysis; analysedBy: string; said: CallReading['said'] },
): Promise<void> {
  const { session, actor, events } = work
  const jcodes = analysis.medications.flatMap((name) => {
    const jcode = drugOf(name)?.jcode
    return jcode ? [[name, jcode] as const] : []
  })
  await session.prisma.voiceCall.update({
    where: { id: call.id },
    data: {
      topicsDiscussed: union(call.topicsDiscussed, analysis.topics),
      medicationsDiscussed: union(call.medicationsDiscussed, analysis.medications),
      jcodesDiscussed: { ...(call.jcodesDiscussed as Prisma.JsonObject), ...Object.fromEntries(jcodes) },
      callOutcome: analysis.callOutcome,
      patientSatisfactionScore: analysis.satisfaction,
      callbackRequested: call.callbackRequested || analysis.callbackRequested,
      summaryOverview: analysis.summary.overview,
      summaryPatientConcern: analysis.summary.patientConcern,
      summaryResolution: analysis.summary.resolution,
      keyFindings: analysis.keyFindings,
      analysisStatus: 'completed',
      analysedBy,
    },
    select: { id: true },
  })
  await openCases(work, call, analysis.adverseEvents, said)
  await replaceFollowUps(session, call, analysis.followUpActions)
  await announceWork(work)
  if (call.patientId !== null) await refreshPatientTotals(session, call.patientId)
  await recordEvent(session, actor, {
    action: 'voice_call.update',
    patientIds: patientOf(call),
    recordIds: [call.id],
    fields: ['analysis'],
  })
  events.publish(session, callUpdated, { voiceCallId: call.id })
  if (call.patientId !== null) events.publish(session, patientUpdated, { patientId: call.patientId })
}

const union = (one: readonly string[], two: readonly string[]) => [...new Set([...one, ...two])]

/**
 * Opens cases for what was mentioned and has none, in this record of the call or in another one of the same person: one a medicine, and one
 * for what is told of a neighbour or a friend. A case that the analysis opened before and nobody has looked at grows instead. The reasons of
 * callbacks are read here, too: they stand in no transcript.
 */
export async function openCases(
  work: UnitOfWork,
  call: VoiceCall,
  mentions: readonly Mention[] = [],
  said: CallReading['said'] = [],
): Promise<void> {
  const { prisma } = work.session
  // A review that is under way ends first: into a case that it closes nothing more is written.
  await prisma.$queryRaw`SELECT FROM adverse_event WHERE voice_call_id = ${call.id} ORDER BY id FOR NO KEY UPDATE`
  const patientId = call.patientId ?? (await verifiedBeside(work.session, call))
  const samePerson = patientId === null ? {} : { OR: [{ patientId }, { patientId: null }] }
  const cases = await prisma.adverseEvent.findMany({
    where: { OR: [{ voiceCallId: call.id }, { voiceCall: oneWith(call), ...samePerson }] },
    orderBy: { id: 'asc' },
  })
  const reports = inReports(await unflaggedMentions([...mentions, ...(await toldInCallbacks(work.session, call.id))], cases))
  const ownCases = cases.filter(({ voiceCallId }) => voiceCallId === call.id)
  const open = ownCases
    .filter(({ source, reviewState, reviewedAt }) => source === 'analysis' && reviewState === 'open' && reviewedAt === null)
    .map((known) => ({ known, medicationName: known.medicationName, more: [] as Mention[] }))
  const fresh: ReturnType<typeof reportOf>[] = []
  for (const mentioned of reports) {
    const report = reportOf(mentioned)
    const ofSame = open.filter(({ known }) => (known.claimedPatient === null) === (report.claimedPatient === null))
    const grows = ofMedicine(ofSame, report)
    if (grows) Object.assign(grows, { medicationName: grows.medicationName ?? report.medicationName, more: [...grows.more, ...mentioned] })
    else fresh.push(report)
  }
  // Details of a call with several cases may be of any of them: then only those in a case's own words are its own.
  const told = ownCases.length + fresh.length === 1 ? await toldInCall(work.session, call.id, said) : undefined
  if (told && reports.length === 0) {
    const [only] = ownCases
    if (only?.reviewState === 'open') await addDetails(work, only, told)
  }
  for (const { known, more } of open) {
    if (more.length > 0)
      await extendAdverseEvent(work, known, asOneReport([{ ...known, description: known.eventDescription }, ...more]), told)
  }
  for (const report of fresh) {
    await reportAdverseEvent(work, {
      ...report,
      voiceCallId: call.id,
      patientId: report.claimedPatient === null ? patientId : null,
      callerVerified: report.claimedPatient === null && (call.verified || patientId !== call.patientId),
      source: 'analysis',
      awareAt: call.createdAt,
      ...(told && { told }),
    })
  }
}

/** One report of what was mentioned together, and whom it is of where that is neither the caller nor somebody they care for. */
const reportOf = (mentioned: readonly Mention[]) => ({
  ...asOneReport(mentioned),
  claimedPatient: mentioned.map(({ description }) => acquaintanceIn(description)).find((one) => one !== null) ?? null,
})

/** The patient who was verified in another record of a call, if it was one. */
async function verifiedBeside({ prisma }: Session, call: VoiceCall): Promise<number | null> {
  const found = await prisma.voiceCall.findMany({
    where: { ...oneWith(call), verified: true },
    select: { patientId: true },
    distinct: 'patientId',
  })
  return found.length === 1 ? (found[0]?.patientId ?? null) : null
}

/** The other records of the same call. */
const oneWith = ({ id, joinedToId }: VoiceCall) => ({ OR: [{ joinedToId: id }, ...(joinedToId === null ? [] : [{ id: joinedToId }])] })

/** An analysis replaces what an earlier one asked for and nobody has begun. What has to be done about a case is asked for by the case. */
async function replaceFollowUps({ prisma }: Session, call: VoiceCall, wanted: CallAnalysis['followUpActions']): Promise<void> {
  const ofAnalysis = { voiceCallId: call.id, adverseEventId: null, complaintCaseId: null }
  const actions = wanted.map(({ action }) => action)
  await prisma.followUpAction.updateMany({
    where: { ...ofAnalysis, status: 'pending', action: { notIn: actions } },
    data: { status: 'cancelled', closedBy: 'analysis', closedAt: new Date() },
  })
  const standing = { ...ofAnalysis, action: { in: actions }, NOT: { status: 'cancelled' as const, closedBy: 'analysis' } }
  const known = await prisma.followUpAction.findMany({ where: standing, select: { action: true } })
  const missing = wanted.filter(({ action }) => !known.some((one) => one.action === action))
  await prisma.followUpAction.createMany({
    data: missing.map((follow) => ({ ...follow, voiceCallId: call.id, patientId: call.patientId })),
  })
}
