import { createHash } from 'node:crypto'
import type { PaDocument } from '../../../platform/database/generated/prisma/client.ts'
import type { Session } from '../../../platform/database/session.ts'
import { Failure } from '../../../platform/failure.ts'
import { recordEvent } from '../../access/audit.ts'
import type { UnitOfWork } from '../../access/unit-of-work.ts'
import { lockPatient } from '../../patients/lock-patient.ts'
import { documentPart } from '../sealed-columns.ts'

/** 10 MiB: a faxed chart of a hundred pages has about 5. */
export const maxDocumentBytes = 10 * 1024 * 1024
const mostDocuments = 100

/** Small, because opening a row holds the event loop. */
const partBytes = 384 * 1024

/** What a file is, by how it begins: what its name or sender says does not count. */
const signatures = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', [0x4d, 0x4d, 0x00, 0x2a]],
] as const

export interface NewDocument {
  paCaseId: number
  kind: PaDocument['kind']
  /** As its file is called. */
  name: string
  bytes: Uint8Array
}

/**
 * Keeps a document of a case. The same file again is the document that is there.
 * @throws Failure NOT_FOUND; INVALID_INPUT for an empty file and for one that is no PDF, image (PNG, JPEG, TIFF) or text; CONFLICT
 *   where the case has as many documents as it may have
 */
export async function addDocument({ session, actor }: UnitOfWork, { paCaseId, kind, name, bytes }: NewDocument): Promise<PaDocument> {
  const mediaType = mediaTypeOf(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return session.transaction(async (inner) => {
    const { prisma, fields } = inner
    // Whoever adds another one waits, so that they are counted.
    const [found] = await prisma.$queryRaw<{ patientId: number }[]>`
      SELECT patient_id AS "patientId" FROM pa_case WHERE id = ${paCaseId} FOR NO KEY UPDATE`
    if (!found) throw new Failure('NOT_FOUND', `There is no prior authorization case ${paCaseId}.`)
    const { patientId } = found
    const same = await prisma.paDocument.findUnique({ where: { paCaseId_sha256: { paCaseId, sha256 } } })
    if (same) return same
    if ((await prisma.paDocument.count({ where: { paCaseId } })) >= mostDocuments) {
      throw new Failure('CONFLICT', `A case has at most ${mostDocuments} documents.`)
    }
    const document = await prisma.paDocument.create({
      data: { paCaseId, patientId, kind, name, mediaType, size: bytes.length, sha256, addedBy: actor.id },
    })
    for (let position = 0; position * partBytes < bytes.length; position++) {
      const part = Buffer.from(bytes.subarray(position * partBytes, (position + 1) * partBytes)).toString('base64')
      const sealedContent = fields.seal(documentPart, document.id, part)
      await prisma.paDocumentPart.create({ data: { documentId: document.id, position, sealedContent } })
    }
    await recordEvent(inner, actor, { action: 'pa_document.create', patientIds: [patientId], recordIds: [document.id] })
    return document
  })
}

/** Removes a document that does not belong to its case. @throws Failure NOT_FOUND; CONFLICT while a legal hold keeps everything about the patient */
export async function removeDocument({ session, actor }: UnitOfWork, id: number): Promise<PaDocument> {
  return session.transaction(async (inner) => {
    const find = async () => {
      const found = await inner.prisma.paDocument.findUnique({ where: { id } })
      if (!found) throw new Failure('NOT_FOUND', `There is no document ${id}.`)
      return found
    }
    // Whoever places a hold locks the patient; another may have removed it meanwhile.
    await lockPatient(inner, (await find()).patientId)
    const document = await find()
    if (await inner.prisma.legalHold.findFirst({ where: { patientId: document.patientId, liftedAt: null }, select: { id: true } })) {
      throw new Failure('CONFLICT', 'A legal hold keeps everything about this patient.')
    }
    await recordEvent(inner, actor, { action: 'pa_document.remove', patientIds: [document.patientId], recordIds: [id] })
    await inner.prisma.paDocument.delete({ where: { id } })
    return document
  })
}

/** The file of a document, or bytes `from` to `to` (exclusive) of it. @throws Failure UNAVAILABLE where it cannot be opened */
export async function contentOf({ prisma, fields }: Session, documentId: number, from: number, to: number): Promise<Buffer> {
  const first = Math.floor(from / partBytes)
  const position = { gte: first, lt: Math.ceil(to / partBytes) }
  const parts = await prisma.paDocumentPart.findMany({ where: { documentId, position }, orderBy: { position: 'asc' } })
  const bytes = parts.map(({ sealedContent }) => Buffer.from(fields.open(documentPart, documentId, sealedContent), 'base64'))
  return Buffer.concat(bytes).subarray(from - first * partBytes, to - first * partBytes)
}

function mediaTypeOf(bytes: Uint8Array): string {
  const [known] = signatures.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte)) ?? []
  if (known) return known
  if (bytes.length > 0 && isText(bytes)) return 'text/plain'
  const errors = [{ path: ['content'], message: 'must be a PDF, an image (PNG, JPEG or TIFF) or plain text' }]
  throw new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', errors)
}

function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}
