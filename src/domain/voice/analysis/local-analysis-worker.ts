import { answerTasks, askService } from '../../../platform/thread.ts'
import { callReader } from './call-reader.ts'
import type { ReadingTask } from './local-analysis.ts'
import { utteranceReaders } from './utterance-readers.ts'

// The embedding model lives in threads of the service.
const reader = callReader(utteranceReaders((texts) => askService<string[], number[][]>(texts)))

answerTasks<ReadingTask, unknown>((task) => {
  if ('read' in task) return reader.read(...task.read)
  if ('forModel' in task) return reader.forModel(...task.forModel)
  return 'verified' in task ? reader.verified(...task.verified) : reader.quoted(...task.quoted)
})
