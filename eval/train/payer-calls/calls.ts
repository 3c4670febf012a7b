import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placedFigures } from '../../../src/domain/voice/payer-calls/figure-features.ts'
import { limitOf } from '../../../src/domain/voice/payer-calls/history-features.ts'
import { payerTurns } from '../../../src/domain/voice/payer-calls/payer-side.ts'
import { type FigureReading, resolved, type ToldField } from '../../../src/domain/voice/payer-calls/readings.ts'
import { saidTurns } from '../../../src/domain/voice/payer-calls/said-figures.ts'
import { payerCalls, turnsOf } from '../../regression/voice/payer-calls.ts'
import { answeredPayerCalls } from '../../regression/voice/payer-calls-answers.ts'
import { laterPayerCalls } from '../../regression/voice/payer-calls-round-2.ts'
import { spokenPayerCalls } from '../../regression/voice/payer-calls-spoken.ts'
import { unseenPayerCalls } from '../../regression/voice/payer-calls-unseen.ts'
import { roundsOf } from '../../rounds/rounds.ts'
import { composedCalls } from './composed.ts'
import type { LearntCall } from './learning.ts'
import { plainStatements, retractedStatements } from './plain-statements.ts'
import type { WrittenCall } from './written-call.ts'

export interface Source {
  group: string
  call: WrittenCall
}

const writtenIn = (file: string): WrittenCall[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** The calls to learn from: the opened rounds, those of the regression readers, and those written to learn from. */
export function sources(): Source[] {
  const rounds = roundsOf<WrittenCall>('payer-calls.jsonl')
    .filter(({ kind }) => kind === 'regression')
    .flatMap(({ name, rows }) => rows.map((call) => ({ group: name, call })))
  const earlier = [...payerCalls, ...laterPayerCalls, ...spokenPayerCalls, ...unseenPayerCalls, ...answeredPayerCalls].map(
    ({ name, said, told }) => ({
      group: 'earlier',
      call: { id: name, turns: turnsOf(said), stated: told as Record<string, number | string> },
    }),
  )
  const own = (file: string, group: string) => writtenIn(join(import.meta.dirname, file)).map((call) => ({ group, call }))
  const composed = [...composedCalls(240), ...plainStatements(1000), ...retractedStatements(120)].map((call) => ({
    group: 'composed',
    call,
  }))
  return [
    ...rounds,
    ...earlier,
    ...own('calls.jsonl', 'written'),
    ...own('held-back.jsonl', 'held back'),
    ...own('second-writer.jsonl', 'second writer'),
    ...own('third-writer.jsonl', 'third writer'),
    ...own('fourth-writer.jsonl', 'fourth writer'),
    ...composed,
  ]
}

/** A call as speech recognition without stops writes it; offsets stay. */
export const unpunctuated = (call: WrittenCall): WrittenCall => ({
  ...call,
  id: `${call.id}~plain`,
  turns: call.turns.map((turn) => ({
    ...turn,
    text: turn.text
      .toLowerCase()
      .replace(/[.,?!;:—–](?=\s|$)/gu, ' ')
      .replaceAll('...', '   '),
  })),
})

/** Whether a group's writer marked what each figure states. */
export const isMarkedUp = (group: string): boolean => markedUp.has(group)
const markedUp: ReadonlySet<string> = new Set(['written', 'held back', 'third writer', 'fourth writer', 'composed'])

/** A call with its figures and the fields that each may state. */
export function learntCall({ group, call }: Source, weight = 1): LearntCall {
  const said = saidTurns(call.turns, payerTurns(call.turns))
  const figures = placedFigures(said)
  const stated = call.stated as Partial<Record<ToldField, number>>
  const marks = figures.map(({ turn, figure }) => {
    const words = said[turn]?.words ?? []
    const [from, to] = [words[figure.from]?.start ?? 0, words[figure.to - 1]?.end ?? 0]
    return call.turns[turn]?.marks?.find((mark) => mark[0] < to && mark[1] > from)
  })
  const agrees = (reading: FigureReading) => {
    const limit = limitOf[reading.field]
    return resolved(reading, limit && stated[limit]).value === stated[reading.field]
  }
  return {
    group,
    id: call.id,
    figures,
    stated,
    weight,
    isMarked: figures.map(({ isOurs }, index) => marks[index] !== undefined || (isMarkedUp(group) && !isOurs)),
    isAllowed: (index, reading) => {
      const [, , field, value] = marks[index] ?? []
      if (field === undefined || field === 'coverage_status') return !reading || agrees(reading)
      if (field === 'out_of_pocket_family_met') return !reading || (reading.field === field && reading.value === value)
      if (field === 'other') return !reading || (reading.manner === 'left' && agrees(reading))
      return !reading || (reading.field === field && resolved(reading, stated[limitOf[reading.field] as ToldField]).value === value)
    },
  }
}
