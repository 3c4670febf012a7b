import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// These mostly wait, on PostgreSQL until a killed process is missed: begun first, they wait while others work.
const waiting = /\/crash\.test\.ts$/

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, two) => Number(waiting.test(two.moduleId)) - Number(waiting.test(one.moduleId)))
  }
}

// What a process keeps decides these: the environment as a library first read it, the turns of the event loop.
const needProcessOfTheirOwn = ['test/voice/tracing.test.ts', 'test/platform/event-loop.test.ts']

const useNoServer = [
  'test/{unit,language,documents,drugs,payers,safety}/**/*.test.ts',
  'test/platform/process-alone.test.ts',
  'test/voice/{analysis,identity,insights,payer-calls}/**/*.test.ts',
  'test/benefits/policies/**/*.test.ts',
  'test/chat/extractive/**/*.test.ts',
  'test/chat/{figure-guard,words}.test.ts',
]

export default defineConfig({
  // Vitest would load graphql twice, as CommonJS and as ES module ("another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    globalSetup: ['test/support/database-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs: no machine is so slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    sequence: { sequencer: WaitingFirst },
    // One process runs many files: to load the service takes longer than most of them.
    isolate: false,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'service', include: ['test/**/*.test.ts'], exclude: [...needProcessOfTheirOwn, ...useNoServer] } },
      { extends: true, test: { name: 'service-alone', include: needProcessOfTheirOwn, isolate: true } },
      { extends: true, test: { name: 'no-server', include: useNoServer } },
    ],
  },
})
