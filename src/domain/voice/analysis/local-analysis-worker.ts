import { answerTasks, askService } from '../../../platform/thread.ts'
import { analyseByRules } from './analyse-by-rules.ts'
import type { CallToAnalyse } from './analysis-schema.ts'
import { utteranceReaders } from './utterance-readers.ts'

// The embedding model lives in threads of the service.
const insights = utteranceReaders((texts) => askService<string[], number[][]>(texts))

answerTasks((call: CallToAnalyse) => analyseByRules(call, insights))
