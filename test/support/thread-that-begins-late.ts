import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerTasks } from '../../src/platform/thread.ts'

/** What tasks need fails in the first thread of a process while a task waits for it, and is there in the next: this file tells. */
const mark = join(tmpdir(), `begins-late-${process.pid}`)
const { promise: begun, resolve, reject } = Promise.withResolvers<string>()
if (existsSync(mark)) resolve('there')
else writeFileSync(mark, '')

answerTasks(async (task: string) => {
  reject(new Error('no memory left'))
  return `${task} ${await begun}`
}, begun)
