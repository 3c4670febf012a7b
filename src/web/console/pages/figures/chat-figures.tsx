import { useMemo } from 'react'
import { useQuery } from 'urql'
import { ChatFiguresDocument, type ChatFiguresQuery, SearchFiguresDocument, type SearchFiguresQuery } from '../../generated/documents.ts'
import { count, dayOf, share } from '../../parts/formats.ts'
import { Answered } from '../../ui/states.tsx'
import { asPercent, dayColumn, percent } from './cells.ts'
import { Figure } from './figure.tsx'
import { counts, measures } from './marks.ts'
import { before, type lastDays } from './range.ts'

type Range = ReturnType<typeof lastDays>

/** How far the chat helps by itself. */
export function ChatFigures({ range }: { range: Range }) {
  const [result] = useQuery({ query: ChatFiguresDocument, variables: { range, before: before(range) } })
  return <Answered result={result}>{(data) => <Chat data={data} />}</Answered>
}

function Chat({ data }: { data: ChatFiguresQuery }) {
  const { points, ...total } = data.chatStats.total
  const drawn = useMemo(() => {
    const days = points.map((point) => ({ ...point, day: dayOf(point.from), answered: point.answeredShare ?? null }))
    return {
      days,
      deflection: () =>
        measures(
          days.map(({ day, answered }) => ({ day, value: answered })),
          '% of questions',
          [0, 1],
          asPercent,
        ),
    }
  }, [points])
  return (
    <Figure
      title="Deflection of the chat"
      file="chat-deflection"
      headline={share(total.answeredShare) ?? '–'}
      before={share(data.before.total.answeredShare)}
      note={`The share of questions to the library that got a sure answer; “Unsure” and “Not found” do not count. It does not tell whether someone called afterwards. ${count(total.messages)} messages in ${count(
        total.conversations,
      )} conversations${total.helpfulShare == null ? '' : `; of ${count(total.ratedAnswers)} rated answers ${share(total.helpfulShare)} helped`}.`}
      options={drawn.deflection}
      table={{
        columns: [
          dayColumn,
          { name: 'Conversations' },
          { name: 'Messages' },
          { name: 'Not found' },
          { name: 'Unsure' },
          { name: 'Answered', shown: percent },
        ],
        rows: drawn.days.map((one) => [one.day, one.conversations, one.messages, one.unanswered, one.uncertain, one.answered]),
      }}
    />
  )
}

/** What was searched for, and not found. */
export function SearchFigures({ range }: { range: Range }) {
  const [result] = useQuery({ query: SearchFiguresDocument, variables: { range } })
  return <Answered result={result}>{(data) => <Searches data={data} />}</Answered>
}

function Searches({ data }: { data: SearchFiguresQuery }) {
  const { points, ...total } = data.searchStats.total
  const drawn = useMemo(() => {
    const days = points.map((point) => ({ ...point, day: dayOf(point.from) }))
    return {
      days,
      searches: () =>
        counts(
          days.map(({ day, withoutResult, searches }) => ({ day, value: withoutResult, of: searches })),
          'searches a day',
        ),
    }
  }, [points])
  return (
    <Figure
      title="Searches without results"
      file="searches-without-results"
      headline={`${count(total.withoutResult)} of ${count(total.searches)}`}
      legend={['Without any result', 'All searches']}
      note={`${count(total.unanswered)} had no good result.`}
      options={drawn.searches}
      table={{
        columns: [dayColumn, { name: 'Searches' }, { name: 'Without result' }, { name: 'Without a good result' }],
        rows: drawn.days.map((one) => [one.day, one.searches, one.withoutResult, one.unanswered]),
      }}
    />
  )
}
