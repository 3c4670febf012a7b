import { type CombinedError, type Exchange, makeOperation, mapExchange, type Operation } from 'urql'
import { lacksAll } from '../ui/states.tsx'

/** Mutations that make something, or tell somebody: done twice there are two of it. The service does one with a key once. */
const creating = new Set([
  ...['createPatient', 'addPatientNote', 'recordConsent', 'openCallback', 'openFollowUpAction', 'addPaDocument'],
  ...['enterAdverseEvent', 'noteWorkItem', 'writeToVisitor'],
])

const creates = ({ kind, query }: Operation) =>
  kind === 'mutation' &&
  query.definitions.some(
    (definition) =>
      'selectionSet' in definition &&
      definition.selectionSet.selections.some((selection) => 'name' in selection && creating.has(selection.name.value)),
  )

/** Whether it may be otherwise in a moment: nothing says that what was read is not there, or may be read no more. */
const isPassing = ({ networkError, graphQLErrors }: CombinedError) =>
  networkError !== undefined ||
  graphQLErrors.every(({ extensions }) => ['UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED'].includes(String(extensions.code)))

/** `randomUUID` is for https only. */
const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * What trouble of the moment does not undo. A page that cannot be read again keeps what was read, with the error beside it, and so what is typed
 * on it. A mutation whose answer was lost, and which is sent again as it was, is the same one to the service.
 */
export function troubleExchange(): Exchange {
  const read = new Map<number, unknown>()
  const unanswered = new Map<number, string>()

  function named(operation: Operation): Operation {
    const key = unanswered.get(operation.key) ?? randomKey()
    unanswered.set(operation.key, key)
    const { fetchOptions } = operation.context
    const { headers, ...options } = (typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions) ?? {}
    return makeOperation(operation.kind, operation, {
      ...operation.context,
      fetchOptions: { ...options, headers: { ...(headers as Record<string, string>), 'idempotency-key': key } },
    })
  }

  return mapExchange({
    onOperation(operation) {
      if (operation.kind === 'teardown') read.delete(operation.key)
      return creates(operation) ? named(operation) : operation
    },
    onResult(result) {
      const { operation, data, error } = result
      if (operation.kind === 'mutation' && !error?.networkError) unanswered.delete(operation.key)
      if (operation.kind !== 'query') return result
      if (!error) read.set(operation.key, data)
      return error && lacksAll(data) && isPassing(error) && read.has(operation.key) ? { ...result, data: read.get(operation.key) } : result
    },
  })
}
