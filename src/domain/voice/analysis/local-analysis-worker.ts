import { answerTasks, askService } from '../../../platform/thread.ts'
import { callReader } from './call-reader.ts'
import type { ReadingTask } from './local-analysis.ts'
import { utteranceReaders } from './utterance-readers.ts'

// The embedding model lives in threads of the service.
const reader = callReader(utteranceReaders((texts) => askService<string[], number[][]>(texts)))

answerTasks<ReadingTask, unknown>((task) => {
  if ('read' in task) return reader.read(...task.read)
  if ('forModel' in task) return reader.forModel(...task.forModel)
  if ('verified' in task) return reader.verified(...task.verified)
  return 'quoted' in task ? reader.quoted(...task.quoted) : reader.noted(...task.noted)
})
