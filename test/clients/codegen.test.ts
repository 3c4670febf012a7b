import { execFile } from 'node:child_process'
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type CodegenConfig, generate } from '@graphql-codegen/cli'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// The client preset of GraphQL Code Generator over documents of a dashboard: what it writes type-checks and runs.

const run = promisify(execFile)

/** The program of a dashboard, as its team would write it; `./gql` is generated. */
const dashboard = `
import { graphql } from './gql/gql.ts'
import type { TypedDocumentString } from './gql/graphql.ts'

const Queue = graphql(\`query Queue($filter: WorkQueueFilter, $after: String) {
  workQueue(first: 20, filter: $filter, after: $after) {
    totalCount countsByKind { kind count } pageInfo { hasNextPage endCursor }
    edges { node { id version priority dueAt assignee { name } record { __typename ... on CallbackRequest { status } ... on AdverseEvent { severity } } } }
  }
}\`)
export const PatientPage = graphql(\`query PatientPage($id: Int!) {
  patient(id: $id) { id firstName dateOfBirth status medications { medicationName paStatus }
    voiceCalls(first: 5) { edges { node { callOutcome createdAt } } } adverseEvents { totalCount } }
}\`)
export const Figures = graphql(\`query Figures($input: CallStatsInput!) {
  callStats(input: $input) { timeZone total { calls verifiedShare points { from calls } } groups { group calls } }
}\`)
const Decide = graphql(\`mutation Decide($input: DecideWorkInput!) {
  decideWork(input: $input) { results { workItem { id state version } error { code current } } }
}\`)

const [url = '', key = '', how = 'text'] = process.argv.slice(2)

async function ask<Result, Variables>(document: TypedDocumentString<Result, Variables>, variables: Variables): Promise<Result> {
  const named = how === 'hash' ? { documentId: document.__meta__?.['hash'] } : { query: document.toString() }
  const response = await fetch(url + '/graphql', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...named, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Result; errors?: unknown[] }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const { workQueue } = await ask(Queue, { filter: { kinds: ['callback'] } })
const items = workQueue.edges.map(({ node }) => ({ workItemId: node.id, expectedVersion: node.version }))
const status = workQueue.edges.map(({ node: { record } }) => (record?.__typename === 'CallbackRequest' ? record.status : undefined))
const dueAt: (string | null | undefined)[] = workQueue.edges.map(({ node }) => node.dueAt)
// @ts-expect-error a decision is one of the seven
void (() => ask(Decide, { input: { items, decision: { closeCallback: { completed: true }, reviewFunctionInvocation: true } } }))
const { decideWork } = await ask(Decide, { input: { items, decision: { closeCallback: { completed: true } } } })
console.log(JSON.stringify({ status, dueAt, states: decideWork?.results.map(({ workItem }) => workItem?.state) }))
`

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(inject('scratch'), 'codegen-'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'dashboard.ts'), dashboard)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  const config: CodegenConfig = {
    schema: 'schema.graphql',
    documents: join(folder, 'dashboard.ts'),
    silent: true,
    importExtension: '.ts',
    generates: {
      [`${folder}/gql/`]: {
        preset: 'client',
        presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
        config: {
          documentMode: 'string',
          useTypeImports: true,
          enumsAsTypes: true,
          strictScalars: true,
          scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown', StringMap: 'Record<string, string>' },
        },
      },
    },
  }
  await generate(config, true)
})
afterAll(() => service[Symbol.asyncDispose]())

const dashboardSays = async (...args: string[]) => {
  const { stdout } = await run(process.execPath, ['dashboard.ts', service.url(), ...args], { cwd: folder, env: processEnv({}) })
  return JSON.parse(stdout)
}
const said = { status: ['requested'], dueAt: [null], states: ['completed'] }

test('the generated types hold strictly, and oneOf inputs take one field', async () => {
  const { stdout } = await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
})

test('the documents run', async () => {
  await workOf(service).callback()
  expect(await dashboardSays(apiKey)).toEqual(said)
})

test('its manifest of persisted documents is registered by the command line, and then only its hashes run', async () => {
  const { callback, query } = workOf(service)
  await callback()
  const { createApiKey } = await query('mutation { createApiKey(input: { name: "dashboard", scopes: [care] }) { key } }')
  await service.restart({ GRAPHQL_DOCUMENTS: 'trusted' })
  await expect(dashboardSays(createApiKey.key, 'hash')).rejects.toThrow('PERSISTED_DOCUMENT_NOT_FOUND')
  const manifest = join(folder, 'gql/persisted-documents.json')
  await run(process.execPath, ['src/cli.ts', 'documents', 'register', manifest], {
    env: processEnv({ CARE_URL: service.url(), API_KEY: apiKey, DATA_DIR: '/nonexistent' }),
  })
  expect(Object.keys(JSON.parse(await readFile(manifest, 'utf8')))).toHaveLength(4)
  expect(await dashboardSays(createApiKey.key, 'hash')).toEqual(said)
})
