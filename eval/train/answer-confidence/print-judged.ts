import { wordsIn } from '../../../src/domain/chat/answer/extractive/passages.ts'
import { fixedAnswering } from '../../../src/domain/chat/fixed-answering.ts'
import { shareWhere } from '../../rounds/rounds.ts'
import type { Labelled, LabelledQuestion } from './labelled.ts'

/** What the chat would quote and show by the candidates' confidence, about as compose-answer.ts and passage-in-doubt.ts choose. */
interface Judged {
  row: LabelledQuestion
  /** Of the surest part. */
  right: { named: number; unnamed: number }
  doubt: { named: number; unnamed: number }
  holdsAll: boolean
  holdsSome: boolean
  shows: boolean
}

const mostQuoted = 2
const mostShown = 1
const nearlyAsLikely = 0.6
const mostWords = 260

function quotedOf(candidates: readonly Labelled[]): Labelled[] {
  const best = candidates
    .filter(({ candidate }) => candidate.right > 0)
    .toSorted((one, other) => other.candidate.right - one.candidate.right)
  const chosen: Labelled[] = []
  let words = 0
  for (const one of best) {
    const more = wordsIn(one.candidate.text)
    if (chosen.length === mostQuoted || one.candidate.right < nearlyAsLikely * (best[0]?.candidate.right ?? 0)) break
    if (chosen.length > 0 && words + more > mostWords) continue
    chosen.push(one)
    words += more
  }
  return chosen
}

function judge(row: LabelledQuestion): Judged {
  const { parts, question } = row
  const quoted = parts.flatMap(({ candidates }) => quotedOf(candidates))
  const shown = parts.flatMap(({ candidates }) => candidates.toSorted((one, other) => worth(other) - worth(one)).slice(0, mostShown))
  const best = (of: (one: Labelled) => number, named: boolean) =>
    Math.max(0, ...parts.filter((part) => part.named === named).flatMap(({ candidates }) => candidates.map(of)))
  const count = Math.max(1, question.facts.length)
  const held = Array.from({ length: count }, (_, at) => quoted.some(({ facts }) => facts[at]))
  return {
    row,
    right: { named: best(({ candidate }) => candidate.right, true), unnamed: best(({ candidate }) => candidate.right, false) },
    doubt: { named: best(({ candidate }) => candidate.onSubject, true), unnamed: best(({ candidate }) => candidate.onSubject, false) },
    holdsAll: held.every(Boolean),
    holdsSome: held.some(Boolean),
    shows: shown.some(({ facts }) => facts.some(Boolean)),
  }
}

const worth = ({ candidate: { right, onSubject } }: Labelled) => right + onSubject

const groups: [name: string, has: (row: LabelledQuestion) => boolean][] = [
  ['rounds', ({ question }) => question.library.startsWith('round-') && question.library !== 'round-5'],
  ['round-5', ({ question }) => question.library === 'round-5'],
  ['written', ({ question }) => question.library === 'written'],
  ['written-2', ({ question }) => question.library === 'written-2'],
  ['written-3', ({ question }) => question.library === 'written-3'],
  ['older', ({ question }) => ['labels', 'sample'].includes(question.library) && !question.id.startsWith('lay-')],
  ['lay', ({ question }) => question.id.startsWith('lay-')],
  ['medquad', ({ question }) => question.library === 'medquad'],
]

/** Prints what the chat would do with each group of questions at several thresholds, by whether a medicine is named. */
export function printJudged(rows: readonly LabelledQuestion[]): void {
  const nobody = { supportName: null, supportPhone: null, supportEmail: null } as never
  const judged = rows.filter(({ question }) => !fixedAnswering({ client: nobody, assessment: question.assessment })).map(judge)
  if (process.argv.includes('--misses'))
    for (const { row, right, holdsSome } of judged) {
      const top = Math.max(right.named, right.unnamed)
      const { question, parts } = row
      if (question.library === 'medquad' || top < 0.4 || (holdsSome && question.kind === 'answerable')) continue
      const quoted = parts.flatMap(({ candidates }) => quotedOf(candidates))
      const texts = quoted.map(
        ({ candidate }) => `  ${candidate.right.toFixed(2)} ${candidate.item.item.sectionHeader}: ${candidate.text.slice(0, 200)}`,
      )
      const read = parts.map(({ read }) => read).join(' || ')
      process.stdout.write(
        `${question.id} ${question.kind} ${top.toFixed(2)}: ${read}\n  ${JSON.stringify(question.facts)}\n${texts.join('\n')}\n`,
      )
    }
  for (const [name, has] of groups)
    for (const which of ['named', 'unnamed'] as const) {
      const isOf = ({ row }: Judged) => has(row) && row.parts.some(({ named }) => named) === (which === 'named')
      const inside = judged.filter((one) => isOf(one) && ['answerable', 'medquad'].includes(one.row.question.kind))
      const outside = judged.filter((one) => isOf(one) && !['answerable', 'medquad'].includes(one.row.question.kind))
      for (const least of [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7]) {
        const isSure = ({ right }: Judged) => right[which] >= least
        const said = [
          `right ${shareWhere(
            inside,
            () => true,
            (one) => isSure(one) && one.holdsAll,
          )}`,
          `wrong ${shareWhere(
            inside,
            () => true,
            (one) => isSure(one) && !one.holdsSome,
          )}`,
          `not in the library, answered ${shareWhere(outside, () => true, isSure)}`,
        ]
        process.stdout.write(`${name}, ${which}, right >= ${least}: ${said.join(', ')}\n`)
      }
      for (const least of [0.03, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3]) {
        const isShown = ({ doubt }: Judged) => doubt[which] >= least
        const said = [
          `helpful ${shareWhere(
            inside,
            () => true,
            (one) => isShown(one) && (one.shows || one.holdsSome),
          )}`,
          `not in the library, shown ${shareWhere(outside, () => true, isShown)}`,
        ]
        process.stdout.write(`${name}, ${which}, helps >= ${least}: ${said.join(', ')}\n`)
      }
    }
}
