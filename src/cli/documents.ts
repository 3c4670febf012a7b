import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { CommandError, graphql } from './client.ts'

interface Document {
  name: string
  text: string
}

/** Registered in one request: its body has to stay below 1 MiB. */
const mostCharacters = 200_000

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A `.graphql` file is one document; a JSON file is a manifest of many. */
async function documentsIn(path: string): Promise<Document[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${path}.`)
  })
  if (!path.endsWith('.json')) return [{ name: path.slice(-200), text }]
  const found = manifest(parsed(text, path))
  for (const { name, text, id } of found) {
    if (id.replace(/^sha256:/, '') !== hashOf(text))
      throw new CommandError(`${path}: the id of ${name} is not the SHA-256 of its text; make the manifest with sha256.`)
  }
  return found
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${path} is no JSON.`)
  }
}

/** `{ id: text }`, as Relay's compiler and GraphQL Code Generator write it, or Apollo's persisted query manifest. */
function manifest(json: unknown): (Document & { id: string })[] {
  const { operations } = json as { operations?: unknown }
  const entries = Array.isArray(operations)
    ? (operations as { id: unknown; name: unknown; body: unknown }[]).map(({ id, name, body }) => ({ id, name, text: body }))
    : Object.entries(json as object).map(([id, text]) => ({ id, name: nameIn(String(text)) ?? id, text }))
  return entries.map(({ id, name, text }) => {
    if (typeof id !== 'string' || typeof text !== 'string') throw new CommandError('A manifest holds documents by their ids.')
    return { id, name: String(name), text }
  })
}

const nameIn = (text: string) => /\b(?:query|mutation|subscription)\s+(\w{1,200})/.exec(text)?.[1]

/** Groups that fit one request. */
function batches(documents: Document[]): Document[][] {
  const groups: Document[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const document of documents) {
    if (characters + document.text.length > mostCharacters || (groups.at(-1)?.length ?? 0) === 1000) {
      groups.push([])
      characters = 0
    }
    groups.at(-1)?.push({ name: document.name, text: document.text })
    characters += document.text.length
  }
  return groups
}

/** `care documents …`: the GraphQL documents that clients may name by their hash. */
export function documentCommands(program: Command): void {
  const documents = program.command('documents').description('GraphQL documents that clients name by their hash')

  documents
    .command('register <file...>')
    .description('register .graphql files, each one document, or JSON manifests of { id: text }')
    .action(async (paths: string[]) => {
      const all = (await Promise.all(paths.map(documentsIn))).flat()
      const query = 'mutation($input: RegisterDocumentsInput!) { registerDocuments(input: $input) { documents { id name } } }'
      for (const batch of batches(all)) {
        const { registerDocuments } = await graphql<{ registerDocuments: { documents: { id: string; name: string }[] } }>(query, {
          input: { documents: batch },
        })
        for (const { id, name } of registerDocuments.documents) console.log(`${id}  ${name}`)
      }
    })

  documents
    .command('list')
    .description('show the registered documents')
    .action(async () => {
      const query = `query($after: String) {
        trustedDocuments(first: 200, after: $after) { edges { node { id name createdBy createdAt } } pageInfo { hasNextPage endCursor } }
      }`
      const rows: object[] = []
      for (let after: string | null = null; ; ) {
        const { trustedDocuments }: { trustedDocuments: Page } = await graphql(query, { after })
        rows.push(...trustedDocuments.edges.map(({ node }) => node))
        if (!trustedDocuments.pageInfo.hasNextPage) break
        after = trustedDocuments.pageInfo.endCursor
      }
      console.table(rows)
    })

  documents
    .command('remove <id>')
    .description('take a document back: requests that name it are refused from then on')
    .action(async (id: string) => {
      const query = 'mutation($id: String!) { removeTrustedDocument(input: { id: $id }) { document { name } } }'
      const { removeTrustedDocument } = await graphql<{ removeTrustedDocument: { document: { name: string } } }>(query, { id })
      console.log(`Removed ${removeTrustedDocument.document.name}.`)
    })
}

interface Page {
  edges: { node: object }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}
