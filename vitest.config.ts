import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Crash tests mostly wait, on PostgreSQL until a killed process is missed. Started first, they wait while others work.
const waiting = /\/crash\.test\.ts$/

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, two) => Number(waiting.test(two.moduleId)) - Number(waiting.test(one.moduleId)))
  }
}

// These depend on what a process keeps: the environment as a library first read it, the turns of the event loop.
const needProcessOfTheirOwn = [
  'test/voice/tracing.test.ts',
  'test/platform/traces.test.ts',
  'test/platform/event-loop.test.ts',
  'test/platform/overload.test.ts',
]

/** Readers and rules, called as functions. */
const readers = [
  'test/{unit,language,documents,drugs,payers,safety}/**/*.test.ts',
  'test/voice/{analysis,identity,insights,payer-calls}/**/*.test.ts',
  'test/benefits/{policies/**/*,merge-properties}.test.ts',
  'test/chat/extractive/**/*.test.ts',
  'test/chat/{figure-guard,word-stream}.test.ts',
  'test/chat/model-output/guarded-answer.test.ts',
  'test/platform/{process-alone,production-settings}.test.ts',
]

/** Of these, the ones that read hostile or very many texts. */
const slowReaders = ['test/language/linear-readers.test.ts', 'test/platform/process-alone.test.ts']

/** What must hold, on either database: contract, access, privacy, what was reported, and who is who. */
const guarantees = [
  'test/{contract,patients,work}/**/*.test.ts',
  'test/access/{audit-coverage,audit,field-encryption,idempotency,keys,redaction,refused-floods}.test.ts',
  'test/benefits/{check-pa-requirements,pa-cases,payer-calls,verify-benefits}.test.ts',
  'test/chat/{adverse-events,after-report,case-flood,case-flood-of-many,feedback,first-reading,late-reports,leaving}.test.ts',
  'test/chat/{model-safety,person-asked,poison-control,rate-limit,repetitions,widget-clients}.test.ts',
  'test/graphql/{document-size,long-texts,mutation-answers,open-streams,shared-listening,widget-documents}.test.ts',
  'test/voice/{adverse-event-cases,call-givers,case-details,cases-of-analysis,guessing,identity-lookup,lockout,medication-sync}.test.ts',
  'test/voice/{privacy,races,staff-queries,subscriptions,verification-ends,webhook-deliveries,words-are-read}.test.ts',
]

/** What the embedded database does otherwise than PostgreSQL (its folder, its one process, its crashes), and what is measured on it. */
const embedded = [
  'test/platform/request-cost/request-cost.test.ts',
  'test/{benefits,voice}/crash.test.ts',
  'test/library/jobs.test.ts',
  'test/platform/{data-dir-alone,durable-writes,embedded-memory}.test.ts',
]

/** Guarantees whose outcome does not depend on the database: once, on the embedded one, is enough. */
const anyDatabase = [
  'test/access/{people,scopes}.test.ts',
  'test/chat/model-output/hostile-model.test.ts',
  'test/chat/{context,danger-line,model-answers,server-sent-events}.test.ts',
  'test/contract/{openapi,voice-webhook-auth}.test.ts',
  'test/graphql/{document-rules,edges,request-keys,transport,trusted-documents}.test.ts',
]

export default defineConfig({
  // Vitest would load graphql twice, as CommonJS and as ES module ("another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    globalSetup: ['test/support/database-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    pool: 'forks',
    // One more than the cores of the smallest machine: a third of the time a file waits. A fourth gains nothing (docs/development.md).
    maxWorkers: 3,
    // Tests throw most of what they make away: with room for it, and a heap that is large from the start, the garbage collector takes a
    // tenth less of a run's CPU. V8 sometimes ends a process that frees WebAssembly code (nodejs/node#64500), and tests open many
    // embedded databases in one.
    execArgv: ['--max-semi-space-size=64', '--initial-heap-size=1536', '--no-wasm-code-gc'],
    // For what hangs: no machine is so slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: WaitingFirst },
    // One process runs many files: loading the service takes longer than most of them.
    isolate: false,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'readers', include: readers, exclude: slowReaders } },
      { extends: true, test: { name: 'guarantees', include: guarantees, exclude: anyDatabase } },
      { extends: true, test: { name: 'any-database', include: anyDatabase } },
      { extends: true, test: { name: 'embedded', include: embedded } },
      { extends: true, test: { name: 'slow-readers', include: slowReaders } },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...needProcessOfTheirOwn, ...readers, ...guarantees, ...anyDatabase, ...embedded],
        },
      },
      { extends: true, test: { name: 'process-alone', include: needProcessOfTheirOwn, isolate: true } },
    ],
  },
})
