import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { callerOfKey } from '../domain/access/authenticate.ts'
import type { Caller } from '../domain/access/caller.ts'
import type { Documents } from '../domain/integrations/deliver.ts'
import type { Session } from '../platform/database/session.ts'
import { Failure } from '../platform/failure.ts'
import { createContext, type Services } from './context.ts'
import { admitDocument } from './document-rules.ts'
import { publicError } from './errors.ts'
import { permitsAny } from './permitted-types.ts'
import { publicSchema } from './schema.ts'

// Bodies of events that a subscriber's own document makes (docs/events.md).

/** What an event gives a document. */
const given = new Set(['id', 'patientId'])

/**
 * Checks a subscriber's document before it is kept: one query that fits the schema and the scopes of the key that owns it, with no variables but
 * those of an event.
 * @throws Failure INVALID_INPUT, NOT_FOUND for a key that is not valid
 */
export async function checkEventDocument(
  session: Session,
  { document: text, ownerKeyId }: { document?: string | null | undefined; ownerKeyId?: number | null | undefined },
): Promise<void> {
  if (text == null) throw refused('document', 'is needed where a key is named')
  if (ownerKeyId == null) throw refused('ownerKeyId', 'is needed with a document')
  const caller = await callerOfKey(session, ownerKeyId)
  if (!caller) throw new Failure('NOT_FOUND', `There is no valid API key ${ownerKeyId}.`)
  const document = parsed(text)
  const operation = getOperationAST(document)
  if (operation?.operation !== 'query') throw refused('document', 'must be one query')
  const [problem] = validate(publicSchema, document)
  if (problem) throw refused('document', problem.message)
  try {
    admitDocument(document, undefined, caller)
  } catch (error) {
    throw error instanceof Failure ? refused('document', error.message) : error
  }
  const forbidden = fieldsBeyond(document, caller)
  if (forbidden) throw refused('document', `asks for ${forbidden}, which its key may not read`)
  const unknown = operation.variableDefinitions?.find(({ variable }) => !given.has(variable.name.value))
  if (unknown) throw refused('document', `has the variable $${unknown.variable.name.value}; an event gives $id and $patientId`)
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: 2_000, noLocation: true })
  } catch (error) {
    throw refused('document', error instanceof GraphQLError ? error.message : 'cannot be read')
  }
}

/** The first field, at any depth, that asks for a scope the caller lacks. */
function fieldsBeyond(document: DocumentNode, { scopes }: Caller): string | undefined {
  const types = new TypeInfo(publicSchema)
  let found: string | undefined
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = types.getFieldDef()
        if (field && !permitsAny(field, scopes)) found ??= `${types.getParentType()?.name}.${name.value}`
      },
    }),
  )
  return found
}

const refused = (field: string, message: string) =>
  new Failure('INVALID_INPUT', 'The input breaks a rule; see errors.', [{ path: [field], message }])

/** Runs documents of subscribers, each as a read by its key, which is in the audit before the answer goes out. */
export function createDocuments(services: Services, publicUrl: string): Documents {
  return {
    isOwned: async (ownerKeyId) => (await callerOfKey(services.session, ownerKeyId)) !== undefined,
    async render({ document, ownerKeyId, id, patientId, requestId }) {
      const caller = await callerOfKey(services.session, ownerKeyId)
      if (!caller) throw new Failure('UNAUTHENTICATED', `The API key ${ownerKeyId} is no longer valid.`)
      const context = createContext(services, { caller, surface: 'job', requestId, address: '', visitor: '', publicUrl })
      const { data, errors = [] }: ExecutionResult = await execute({
        schema: publicSchema,
        document: parsed(document),
        variableValues: { id, patientId },
        contextValue: context,
      })
      await context.storeReads()
      const told = errors.map((error) => ({ path: error.path, code: publicError(error).code }))
      // What is sealed as the body stays so: it is not made of what cannot be read at the moment.
      const passing = told.find(({ code }) => code === 'UNAVAILABLE' || code === 'INTERNAL')
      if (passing) throw new Failure('UNAVAILABLE', 'The document of a subscription cannot be run now.')
      return { result: data ?? null, ...(told.length > 0 && { errors: told }) }
    },
  }
}
