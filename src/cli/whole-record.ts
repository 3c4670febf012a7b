import { CommandError, graphql } from './client.ts'

// Reads a record with everything that hangs on it. What that is, the schema says: a field added to it later is in here as well.

interface TypeRef {
  kind: string
  name: string | null
  ofType: TypeRef | null
}
interface Field {
  name: string
  args: { name: string; defaultValue: string | null; type: TypeRef }[]
  type: TypeRef
}
interface ObjectType {
  fields: Field[] | null
  interfaces: { name: string }[] | null
}
type Record = { [field: string]: unknown }

const introspection = `query($name: String!) { __type(name: $name) { interfaces { name } fields {
  name
  args { name defaultValue type { kind } }
  type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
} } }`

/** How deep values are read that are no records of their own. */
const deepest = 4
const pageSize = 50
/** Of a list that has no pages: no record is known to have so many, and more would cost too much for one document. */
const mostInList = 500

const known = new Map<string, Promise<ObjectType>>()

function typeOf(name: string): Promise<ObjectType> {
  const type = known.get(name) ?? graphql<{ __type: ObjectType }>(introspection, { name }).then(({ __type }) => __type)
  known.set(name, type)
  return type
}

const named = (ref: TypeRef): TypeRef => (ref.ofType ? named(ref.ofType) : ref)
const isList = (ref: TypeRef): boolean => ref.kind === 'LIST' || (ref.ofType !== null && ref.ofType !== undefined && isList(ref.ofType))
const isRecord = ({ interfaces }: ObjectType) => interfaces?.some(({ name }) => name === 'Node') ?? false
const has = ({ args }: Field, argument: string) => args.some(({ name }) => name === argument)
const needsArgument = ({ args }: Field) => args.some(({ type, defaultValue }) => type.kind === 'NON_NULL' && defaultValue === null)

/** Long texts, beside which stands how long they are: a list does not give them, the record does (docs/contract.md, Long texts). */
const longTexts = (fields: readonly Field[]): string[] =>
  fields.map(({ name }) => name).filter((name) => fields.some((field) => field.name === `${name}Length`))

/**
 * What is said of a record itself: values, and values of values; other records it names by their ids.
 * @param above types around it: none is read within itself, as a message within the message that answers it
 */
async function ownFields(name: string, above: readonly string[] = []): Promise<string> {
  const { fields } = await typeOf(name)
  const long = longTexts(fields ?? [])
  const selected = (fields ?? []).map(async (field): Promise<string> => {
    if (long.some((text) => text === field.name || field.name === `${text}Start`)) return ''
    const { kind, name: type } = named(field.type)
    if (kind === 'SCALAR' || kind === 'ENUM') return needsArgument(field) ? '' : field.name
    if (kind !== 'OBJECT' || above.length === deepest || type === null || type === name || above.includes(type)) return ''
    if (field.args.length > 0 || isRecord(await typeOf(type))) return ''
    const inner = await ownFields(type, [...above, name])
    return inner === '' ? '' : `${field.name} { ${inner} }`
  })
  return (await Promise.all(selected)).filter((text) => text !== '').join(' ')
}

/** Bytes of a file that are read at once; three divides them, so that the base64 of the pieces is that of the file once joined. */
const pieceBytes = 3 * 1024 * 1024

async function longTextsOf(type: string, record: Record): Promise<Record> {
  const fields = (await typeOf(type)).fields ?? []
  const found: Record = {}
  for (const name of longTexts(fields)) {
    const inPieces = fields.some((field) => field.name === name && has(field, 'offset'))
    const read = async (args = '') => {
      const query = `query($id: ID!) { node(id: $id) { ... on ${type} { ${name}${args} } } }`
      return (await graphql<{ node: { [field: string]: string | null } }>(query, { id: record.nodeId })).node[name]
    }
    if (inPieces) {
      const pieces: (string | null | undefined)[] = []
      for (let offset = 0; offset < Number(record[`${name}Length`]); offset += pieceBytes)
        pieces.push(await read(`(offset: ${offset}, limit: ${pieceBytes})`))
      found[name] = pieces.join('')
    } else found[name] = await read()
  }
  return found
}

interface List {
  field: string
  /** Of what it lists. */
  type: string
  paged: boolean
}

async function listsOf(name: string): Promise<List[]> {
  const { fields } = await typeOf(name)
  const lists = (fields ?? []).map(async (field): Promise<List | undefined> => {
    const { kind, name: type } = named(field.type)
    if (kind !== 'OBJECT' || type === null) return undefined
    if (has(field, 'after')) return { field: field.name, type: await nodeTypeOf(type), paged: true }
    return isList(field.type) && has(field, 'limit') ? { field: field.name, type, paged: false } : undefined
  })
  return (await Promise.all(lists)).filter((list) => list !== undefined)
}

/** `FooConnection` has `edges`, which have a `node`. */
async function nodeTypeOf(connection: string): Promise<string> {
  const typeOfField = async (type: string, field: string) => {
    const { fields } = await typeOf(type)
    return named(fields?.find(({ name }) => name === field)?.type ?? { kind: '', name: '', ofType: null }).name ?? ''
  }
  return typeOfField(await typeOfField(connection, 'edges'), 'node')
}

/** One page after the other: what hangs on a record is written before more of it is read. */
async function* readList(owner: string, nodeId: unknown, { field, type, paged }: List): AsyncGenerator<Record> {
  const own = await ownFields(type)
  const read = async (selection: string, variables = '', values = {}) => {
    const query = `query($id: ID!${variables}) { node(id: $id) { ... on ${owner} { list: ${field}${selection} } } }`
    return (await graphql<{ node: { list: unknown } }>(query, { id: nodeId, ...values })).node.list
  }
  if (!paged) {
    const all = (await read(`(limit: ${mostInList}) { ${own} }`)) as Record[]
    if (all.length === mostInList) throw new CommandError(`${owner}.${field} holds ${mostInList} or more, which cannot be read to the end.`)
    yield* all
    return
  }
  for (let after: string | null = null; ; ) {
    const page = (await read(
      `(first: ${pageSize}, after: $after) { edges { node { ${own} } } pageInfo { hasNextPage endCursor } }`,
      ', $after: String',
      { after },
    )) as { edges: { node: Record }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    for (const { node } of page.edges) yield node
    if (!page.pageInfo.hasNextPage) return
    after = page.pageInfo.endCursor
  }
}

/** JSON of a value, its lines after the first indented. */
const json = (value: unknown, indent: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)

/**
 * The JSON of a record with the lists that hang on it, and in their records the lists that hang on those. They are read one after the
 * other, because an export must not crowd out calls.
 * @param above types that are listed further up: each record stands once
 */
async function* withLists(type: string, record: Record, indent: string, above: ReadonlySet<string> = new Set()): AsyncGenerator<string> {
  const lists = (await listsOf(type)).filter((list) => !above.has(list.type))
  const listed = new Set([...above, type, ...lists.map((list) => list.type)])
  yield json(record, indent).slice(0, -`\n${indent}}`.length)
  for (const list of lists) {
    const nested = isRecord(await typeOf(list.type))
    yield `,\n${indent}  ${JSON.stringify(list.field)}: [`
    let between = ''
    for await (const one of readList(type, record.nodeId, list)) {
      yield `${between}\n${indent}    `
      between = ','
      if (nested) yield* withLists(list.type, { ...one, ...(await longTextsOf(list.type, one)) }, `${indent}    `, listed)
      else yield json(one, `${indent}    `)
    }
    yield between === '' ? ']' : `\n${indent}  ]`
  }
  yield `\n${indent}}`
}

/**
 * Everything that the service knows of a patient, as JSON in pieces: with its documents a record may be longer than a string can be.
 * @throws CommandError where there is none, the key may not read it, or a list is too long
 */
export async function* wholePatient(id: number): AsyncGenerator<string> {
  const query = `query($id: Int!) { patient(id: $id) { ${await ownFields('Patient')} } }`
  const { patient } = await graphql<{ patient: Record }>(query, { id })
  yield* withLists('Patient', patient, '')
  yield '\n'
}
