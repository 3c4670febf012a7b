import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { createEmergencyClassifier } from '../../src/domain/safety/signs/emergency-classifier.ts'
import { CachedEmbeddings } from '../library/cached-embeddings.ts'
import { type Result, rowByRow } from '../measured.ts'
import { roundsOf, shareWhere } from './rounds.ts'

interface Row {
  id: string
  message: string
  earlier?: string[]
  emergency: 'medical' | 'overdose' | 'crisis' | null
  report: string[]
  suspect?: string | null
  serious?: string[]
}

/** Messages to the chat: emergencies by rules and by the classifier, and reports of adverse events. */
export async function measure(): Promise<Result[]> {
  const embeddings = new CachedEmbeddings(1)
  const sounds = createEmergencyClassifier((texts) => embeddings.embedDocuments(texts))
  const results: Result[] = []
  for (const { name, kind, rows } of roundsOf<Row>('messages.jsonl')) {
    const read = []
    for (const row of rows) {
      const history = (row.earlier ?? []).map((content) => ({ role: 'user' as const, content }))
      const { emergency, possibleEmergency, adverseEvent } = assessMessage(row.message, history)
      const line = emergency === null && (possibleEmergency || (await sounds(row.message, '', adverseEvent ? 'self_harm' : 'danger')))
      read.push({ ...row, fixed: emergency !== null, line, filed: adverseEvent !== null })
    }
    type Read = (typeof read)[number]
    const isDanger = (row: Read) => row.emergency !== null
    const isReport = (row: Read) => !isDanger(row) && row.report.length > 0
    const isOrdinary = (row: Read) => !isDanger(row) && row.report.length === 0
    const figures = [
      `emergencies seen ${shareWhere(read, isDanger, ({ fixed, line }) => fixed || line)}`,
      `by the fixed answer ${shareWhere(read, isDanger, ({ fixed }) => fixed)}`,
      `false alarms ${shareWhere(
        read,
        (row) => !isDanger(row),
        ({ fixed }) => fixed,
      )}`,
      `false lines ${shareWhere(
        read,
        (row) => !isDanger(row),
        ({ line }) => line,
      )}`,
      `reports filed ${shareWhere(read, isReport, ({ filed }) => filed)}`,
      `false cases ${shareWhere(read, isOrdinary, ({ filed }) => filed)}`,
    ].join(', ')
    const isRight = (row: Read) => (isDanger(row) ? row.fixed || row.line : !row.fixed && !row.line && row.filed === row.report.length > 0)
    results.push(rowByRow(`round ${name}`, kind, read, ({ id, message }) => `${id}: ${message}`, isRight, `; ${figures}`))
  }
  await embeddings.close()
  return results
}
