import { z } from 'zod'
import { addDocument, contentOf, maxDocumentBytes, removeDocument } from '../../domain/benefits/pa-cases/documents.ts'
import { recordId, text } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { checkedLimit, limitArg, ofOneRecord } from '../connections.ts'
import { base64 } from '../library/input.ts'
import { mutation } from '../mutation.ts'
import { edge, toReadBenefits, toWorkOnBenefits } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { PaCase } from './pa-cases.ts'

const kinds = ['request_form', 'clinical_notes', 'lab_results', 'decision_letter', 'appeal_letter', 'other'] as const

const PaDocumentKind = builder.enumType('PaDocumentKind', {
  description: 'What a document of a prior authorization case is',
  values: {
    request_form: { description: "The payer's form, as it was sent" },
    clinical_notes: { description: 'Chart notes, or a letter of medical necessity' },
    lab_results: { description: 'Results of a laboratory or of imaging' },
    decision_letter: { description: "The payer's answer" },
    appeal_letter: { description: 'What was written against a denial' },
    other: { description: 'Anything else' },
  } as const satisfies Record<(typeof kinds)[number], object>,
})

const PaDocument = builder.prismaNode('PaDocument', {
  id: { field: 'id' },
  nullable: true,
  description: 'A document of a prior authorization case: what was sent to the payer, or came from it',
  select: { id: true, patientId: true },
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    paCaseId: t.exposeInt('paCaseId', { description: 'The case that it belongs to' }),
    paCase: t.relation('paCase', { ...edge, description: 'That case' }),
    kind: t.expose('kind', { type: PaDocumentKind, description: 'What it is' }),
    name: t.exposeString('name', { description: 'As its file was called' }),
    mediaType: t.exposeString('mediaType', {
      description: 'By its content: application/pdf, image/png, image/jpeg, image/tiff or text/plain',
    }),
    contentLength: t.exposeInt('size', { description: 'Bytes of the file' }),
    content: t.string({
      extensions: ofOneRecord,
      description:
        'The file in base64, or some of its bytes: an answer has room for 6 MiB. Of a record, not within a list. Pieces of as many bytes as three divides can be joined as they are.',
      args: {
        offset: t.arg.int({ required: true, defaultValue: 0, description: 'How many bytes to leave out, from the front' }),
        limit: t.arg.int({ required: true, defaultValue: maxDocumentBytes, description: 'How many bytes at most' }),
      },
      resolve: async ({ id }, { offset, limit }, { work }) => {
        const from = Math.min(Math.max(0, offset), maxDocumentBytes)
        return (await contentOf(work.session, id, from, from + Math.min(Math.max(0, limit), maxDocumentBytes))).toString('base64')
      },
    }),
    sha256: t.exposeString('sha256', { description: 'Of the file, in hexadecimal digits' }),
    addedBy: t.exposeString('addedBy', { description: 'Who added it: `staff:12`, or a key' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added' }),
  }),
})

builder.prismaObjectField(PaCase, 'documents', (t) =>
  t.relation('documents', {
    ...edge,
    description: 'What was sent to the payer and came from it, in the order in which it was added',
    args: { limit: t.arg.int(limitArg(100)) },
    query: (args) => ({ orderBy: { id: 'asc' as const }, take: checkedLimit(args) }),
  }),
)

builder.queryField('paDocument', (t) =>
  t.prismaField({
    type: PaDocument,
    nullable: true,
    authScopes: toReadBenefits,
    description: 'A document of a prior authorization case by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.paDocument.findUnique({ ...query, where: { id } }),
  }),
)

mutation('addPaDocument', {
  authScopes: toWorkOnBenefits,
  description: 'Adds a document to a prior authorization case; the same file again is the document that is there',
  input: z.object({ paCaseId: recordId, kind: z.enum(kinds), name: text(300), content: base64(maxDocumentBytes) }),
  fields: {
    paCaseId: 'Our number of the case',
    kind: [PaDocumentKind, 'What it is'],
    name: 'As its file is called',
    content: 'A PDF, an image (PNG, JPEG or TIFF) or plain text, in base64; at most 10 MiB',
    requestKey,
  },
  gives: { document: [PaDocument, 'The document'] },
  run: async ({ content, ...document }, { work }) => ({
    document: await addDocument(work, { ...document, bytes: Buffer.from(content, 'base64') }),
  }),
})

mutation('removePaDocument', {
  authScopes: toWorkOnBenefits,
  description: 'Removes a document that does not belong to its case',
  input: z.object({ id: recordId }),
  fields: { id: 'Our number of it' },
  gives: { paCase: [PaCase, 'The case that it was in'] },
  run: async ({ id }, { work }) => {
    const { paCaseId } = await removeDocument(work, id)
    return { paCase: await work.session.prisma.paCase.findUniqueOrThrow({ where: { id: paCaseId } }) }
  },
})
