import { answerTasks, askService } from '../../../platform/thread.ts'
import type { CallToAnalyse } from './call-analysis.ts'
import { callInsights } from './call-insights.ts'
import { analyseLocally } from './local-analyser.ts'

// The embedding model lives in threads of the service.
const insights = callInsights((texts) => askService<string[], number[][]>(texts))

answerTasks((call: CallToAnalyse) => analyseLocally(call, insights))
