import type { Server } from '../support.ts'
import { askService } from './ask.ts'

export interface LocalTimes {
  firstByte: number[]
  firstToken: number[]
  whole: number[]
  tokens: number[]
}

/** Answers without a model, one question after the other, after a round to warm up. */
export async function localAnswers(service: Server, questions: readonly string[], rounds: number): Promise<LocalTimes> {
  const times: LocalTimes = { firstByte: [], firstToken: [], whole: [], tokens: [] }
  for (let round = 0; round <= rounds; round++) {
    for (const question of questions) {
      const { posted, begun, words, ended, end } = await askService(service.url, question)
      if (end !== 'whole') throw new Error(`${question}: ${end}`)
      if (round === 0) continue
      times.firstByte.push(begun - posted)
      times.firstToken.push((words[0]?.at ?? Number.NaN) - posted)
      times.whole.push(ended - posted)
      times.tokens.push(words.length)
    }
  }
  return times
}
