import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { previousCommit } from '../support/previous-version.ts'

// A database that has applied a migration refuses to start with another text of it: what has to change is another migration.
test.runIf(previousCommit)('no migration of the previous commit was edited or taken away', () => {
  const changed = ['diff', '--name-only', '--no-renames', '--diff-filter=MD', previousCommit ?? '', '--', 'prisma/migrations']
  expect(execFileSync('git', changed, { encoding: 'utf8' })).toBe('')
})
