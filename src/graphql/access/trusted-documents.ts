import { type GraphQLSchema, Kind, parse, validate as validateDocument } from 'graphql'
import { z } from 'zod'
import { registerDocuments, removeDocument } from '../../domain/access/trusted-documents.ts'
import { Failure } from '../../platform/failure.ts'
import { builder } from '../builder.ts'
import { ofOneRecord } from '../connections.ts'
import { withoutSuggestion } from '../errors.ts'
import { list, pagesOf } from '../lists.ts'
import { inputType, mutation } from '../mutation.ts'
import { toManageAccess } from '../permissions.ts'
import { registerDocumentsInput, trustedDocumentInput } from './input.ts'

// Documents that clients name by their hash (docs/contract.md, Trusted documents).

const TrustedDocument = builder.prismaObject('TrustedDocument', {
  description: 'A GraphQL document that clients may name by its id instead of sending it',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'What `documentId` names it by: `sha256:` and the SHA-256 of the text' }),
    name: t.exposeString('name', { description: 'For people who read the list' }),
    text: t.exposeString('text', { extensions: ofOneRecord, description: 'The document as it was registered. Of one, not within a list.' }),
    textLength: t.exposeInt('textLength', { nullable: true, description: 'How many characters it has' }),
    createdBy: t.exposeString('createdBy', { description: 'Who registered it, as `caller { id }` names them' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered' }),
  }),
})

list('trustedDocuments', TrustedDocument, {
  authScopes: toManageAccess,
  description: 'The registered documents, newest first',
  pages: pagesOf(TrustedDocument, 'A page of registered documents', 'A document of a page, with its place in the list'),
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
})

builder.queryField('trustedDocument', (t) =>
  t.prismaField({
    type: TrustedDocument,
    nullable: true,
    authScopes: toManageAccess,
    description: 'A registered document by its id; null where there is none',
    args: { id: t.arg.string({ required: true, description: '`sha256:` and the SHA-256 of the text' }) },
    resolve: (query, _root, { id }, { work: { session } }) => session.prisma.trustedDocument.findUnique({ ...query, where: { id } }),
  }),
)

const DocumentInput = inputType('TrustedDocumentInput', {
  description: 'A document to register',
  input: trustedDocumentInput,
  fields: {
    name: 'For people who read the list; at most 200 characters',
    text: 'Exactly as the client hashes it; at most 100,000 characters',
  },
})

mutation('registerDocuments', {
  authScopes: toManageAccess,
  description: 'Registers documents that clients may then name by their ids: all of them, or none where one does not fit the schema',
  input: registerDocumentsInput,
  fields: { documents: [[DocumentInput], '1 to 1000'] },
  gives: { documents: [[TrustedDocument], 'In the order they were sent, each once'] },
  run: async ({ documents }, { work }, { schema }) => {
    const errors = documents.flatMap(({ text }, index) =>
      wrongIn(schema, text).map((message) => ({ path: ['documents', index, 'text'], message })),
    )
    if (errors.length > 0) throw new Failure('INVALID_INPUT', 'A document does not fit the schema; see errors.', errors.slice(0, 100))
    return { documents: await registerDocuments(work, documents) }
  },
})

/** What keeps a document from running: the first error of its syntax, or those of validation. */
function wrongIn(schema: GraphQLSchema, text: string): string[] {
  try {
    const document = parse(text)
    if (!document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) return ['holds no operation']
    return validateDocument(schema, document).map(({ message }) => withoutSuggestion(message))
  } catch (error) {
    return [error instanceof Error ? error.message : 'is no document']
  }
}

mutation('removeTrustedDocument', {
  authScopes: toManageAccess,
  description: 'Takes a registered document back: requests that name it are refused from then on',
  input: z.object({ id: z.string() }),
  fields: { id: '`sha256:` and the SHA-256 of the text' },
  gives: { document: [TrustedDocument, 'The document as it was'] },
  run: async ({ id }, { work }) => ({ document: await removeDocument(work, id) }),
})
