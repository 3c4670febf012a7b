import { promptsOf, tables } from '../../eval/regression/safety/prompt-tables.ts'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { percentile, printTable } from '../support.ts'

const milliseconds = tables.flatMap(promptsOf).map(({ message }) => {
  const started = performance.now()
  assessMessage(message, [])
  return performance.now() - started
})
const ms = (share: number) => percentile(milliseconds, share).toFixed(2)
printTable('Milliseconds to assess a message', ['messages', 'median', 'p99'], [[milliseconds.length, ms(0.5), ms(0.99)]])
