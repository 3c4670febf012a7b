import {
  type ExecutionArgs,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  OperationTypeNode,
} from 'graphql'
import { Failure } from '../platform/failure.ts'
import type { InputFields } from './builder.ts'
import { rootFieldsOf } from './root-fields.ts'

/** The input field that makes a creating mutation happen once (docs/contract.md, Mutations that happen once). */
export const requestKey = (t: InputFields) =>
  t.string({
    description:
      'A name of this request, 1 to 255 visible ASCII characters: sent again with it within 24 hours, it gets the first answer. The document then holds no other mutation.',
    extensions: { namesRequest: true },
  })

const ofFunctions = 'A function of an agent knows its repetitions by their call; send it without an Idempotency-Key.'
// A platform takes its time, and what it has done no transaction undoes.
const ofOrders = 'An order to a platform is given at once; send it without an Idempotency-Key.'

/** Mutations that cannot share a transaction with the record of their answer, and what to do instead. */
export const notUnderKeys: Readonly<Record<string, string>> = {
  patientLookup: ofFunctions,
  verifyBenefits: ofFunctions,
  checkPaRequirements: ofFunctions,
  flagAdverseEvent: ofFunctions,
  requestCallback: ofFunctions,
  sendFollowUpEmail: ofFunctions,
  endCall: ofOrders,
  transferCall: ofOrders,
  sendChatMessage: 'A chat message is named by the requestKey of its input; send it without an Idempotency-Key.',
  // It looks for the job on a connection of the queue's own, which the embedded database has not while a transaction is open.
  retryJob: 'A job is put back once, however often it is asked for; send it without an Idempotency-Key.',
  // It waits for a model, which no transaction may.
  draftNote: 'A draft is kept nowhere; send it without an Idempotency-Key.',
  createApiKey: 'The secret of a key is not kept, so there is no answer to give again; send it without an Idempotency-Key.',
}

/**
 * The key under which a mutation document happens once: its `Idempotency-Key`, or the `requestKey` of its only mutation.
 * @param header the value of `Idempotency-Key`
 * @param shortest the least length of a key
 * @throws Failure INVALID_INPUT
 */
export function requestKeyOf(args: ExecutionArgs, header: string | undefined, shortest: number): string | undefined {
  const operation = getOperationAST(args.document, args.operationName)
  if (operation?.operation !== OperationTypeNode.MUTATION) return undefined
  const fields = rootFieldsOf(args.document, operation)
  const { coerced } = getVariableValues(args.schema, operation.variableDefinitions ?? [], args.variableValues ?? {})
  // Execution tells what is wrong with variables, before it does anything.
  if (!coerced) return undefined
  const [named, ...more] = fields.flatMap((field) => requestKeyIn(args.schema, field, coerced) ?? [])
  if (named === undefined) return underHeader(header, fields)
  if (more.length > 0 || fields.length > 1) throw refused('A document whose input has a requestKey holds that mutation alone.')
  if (header !== undefined && header !== named)
    throw refused('The Idempotency-Key is another one than the requestKey.', ['Idempotency-Key'])
  if (/^[\x21-\x7e]{1,255}$/.test(named) && named.length >= shortest) return named
  throw refused(`The requestKey must be ${shortest} to 255 visible ASCII characters.`)
}

function underHeader(header: string | undefined, fields: readonly FieldNode[]): string | undefined {
  const reason = header === undefined ? undefined : fields.map(({ name }) => notUnderKeys[name.value]).find((found) => found !== undefined)
  if (reason !== undefined) throw refused(reason, ['Idempotency-Key'])
  return header
}

function requestKeyIn(schema: GraphQLSchema, node: FieldNode, variables: Record<string, unknown>): string | undefined {
  const field = schema.getMutationType()?.getFields()[node.name.value]
  const type = field?.args.find(({ name }) => name === 'input')?.type
  if (!field || !type || !namesRequest(type)) return undefined
  const { input } = getArgumentValues(field, node, variables) as { input?: { requestKey?: string | null } }
  return input?.requestKey ?? undefined
}

const namesRequest = (type: GraphQLInputType): boolean => {
  const bare = getNullableType(type)
  return isInputObjectType(bare) && bare.getFields().requestKey?.extensions.namesRequest === true
}

const refused = (message: string, path = ['input', 'requestKey']) => new Failure('INVALID_INPUT', message, [{ path, message }])
