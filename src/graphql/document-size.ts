import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode, visit } from 'graphql'
import { Failure } from '../platform/failure.ts'

// What a document may make validation and execution do, counted in one pass over its text: each step here is taken once a node.

/**
 * The largest documents of our own have 91 fields and 145 pairs, and introspection 220 and 322. What these let through takes at most
 * some 30 ms to validate.
 */
const most = { fields: 5_000, pairs: 10_000 }

/** What a pair of spreads counts for: all that the two fragments hold is looked up in one another. */
const spreadsWeigh = 4

/** No field has this name. */
const spread = '...'

/** Fields or pairs that one token pays for. */
const perToken = 100

export interface DocumentSize {
  /** Fields of all operations, each fragment counted wherever it is spread. */
  fields: number
  /** Pairs of fields with the same response name, and four times those of spreads: validation compares no other two. */
  pairs: number
}

/** Computes how large a document is. It need not be valid: fragments may be missing, or spread one another in a circle. */
export function sizeOfDocument(document: DocumentNode): DocumentSize {
  const fragments = new Map(document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])))
  const known = new Map<string, number>()
  const times = new Map<string, number>()
  let fields = 0
  for (const one of document.definitions) if (one.kind === Kind.OPERATION_DEFINITION) fields += fieldsIn(one.selectionSet)
  // A fragment that no operation spreads is validated as well.
  for (const one of fragments.values()) if (!known.has(one.name.value)) fields += fieldsOf(one)
  visit(document, {
    FragmentSpread: () => count(spread),
    Field: ({ name, alias }) => count((alias ?? name).value),
  })
  let pairs = 0
  for (const [name, equal] of times) pairs += ((equal * (equal - 1)) / 2) * (name === spread ? spreadsWeigh : 1)
  return { fields: Math.min(fields, Number.MAX_SAFE_INTEGER), pairs }

  function count(name: string) {
    times.set(name, (times.get(name) ?? 0) + 1)
  }

  function fieldsIn({ selections }: SelectionSetNode): number {
    let sum = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        if (fragment) sum += fieldsOf(fragment)
      } else {
        if (selection.kind === Kind.FIELD) sum++
        if (selection.selectionSet) sum += fieldsIn(selection.selectionSet)
      }
    }
    return Math.min(sum, Number.MAX_SAFE_INTEGER)
  }

  function fieldsOf({ name: { value: name }, selectionSet }: FragmentDefinitionNode): number {
    const before = known.get(name)
    if (before !== undefined) return before
    // One that spreads itself adds nothing by that, and is refused by validation.
    known.set(name, 0)
    const sum = fieldsIn(selectionSet)
    known.set(name, sum)
    return sum
  }
}

/** @throws Failure INVALID_INPUT for a document that validation may take too long for */
export function admitSize({ fields, pairs }: DocumentSize): void {
  if (fields > most.fields)
    throw tooLarge(`selects ${fields} fields, those of fragments counted wherever they are spread, and at most ${most.fields} are allowed`)
  if (pairs > most.pairs)
    throw tooLarge(
      `names the same fields again and again, or spreads too many fragments: ${pairs} pairs to compare, and at most ${most.pairs} are allowed`,
    )
}

const tooLarge = (what: string) => new Failure('INVALID_INPUT', `The document ${what}. Send several smaller ones.`)

/** The tokens that a document takes by its size alone. */
export const tokensOfSize = ({ fields, pairs }: DocumentSize): number => Math.ceil(Math.max(fields, pairs) / perToken)
