import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainBuckets } from '../support/plain-figures.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

// Figures: known records give known figures, in any time zone, summed up or not (docs/contract.md, Figures).

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

interface Range {
  from: string
  to: string
  interval?: string
  timeZone?: string
  groupBy?: string
  mostGroups?: number
}

async function stats(field: string, input: Range, selection: string) {
  const name = { patientCounts: 'PatientStatsInput' }[field] ?? `${field[0]?.toUpperCase()}${field.slice(1)}Input`
  const { data, errors } = await service.graphql(`query ($input: ${name}!) { answer: ${field}(input: $input) { ${selection} } }`, { input })
  if (errors) throw Object.assign(new Error(JSON.stringify(errors)), { code: errors[0].extensions?.code, errors })
  return data.answer
}

const buckets = async (input: Range) =>
  (await stats('callStats', input, 'total { points { from to } }')).total.points.map(({ from, to }: { from: string; to: string }) => [
    from,
    to,
  ])
const hoursOf = ([from = '', to = '']: string[]) => (Date.parse(to) - Date.parse(from)) / 3_600_000

describe('intervals', () => {
  test.each([
    ['America/New_York', '2026-03-07', [24, 23, 24]],
    ['America/New_York', '2026-10-31', [24, 25, 24]],
    ['Europe/Berlin', '2026-03-28', [24, 23, 24]],
    ['Europe/Berlin', '2026-10-24', [24, 25, 24]],
    ['Asia/Kolkata', '2026-03-28', [24, 24, 24]],
    ['Australia/Lord_Howe', '2026-04-04', [24, 24.5, 24]],
    ['Australia/Lord_Howe', '2026-10-03', [24, 23.5, 24]],
    ['America/Sao_Paulo', '2018-11-03', [24, 23, 24]],
    ['America/Sao_Paulo', '2018-02-16', [24, 25, 24]],
    ['America/Havana', '2026-10-31', [24, 25, 24]],
    ['UTC', '2026-03-28', [24, 24, 24]],
  ])('a day whose clocks change is one bucket: %s from %s', async (timeZone, date, hours) => {
    // From noon the day before to noon after: the days between are whole.
    const noon = Date.parse(`${date}T12:00:00Z`)
    const found = await buckets({
      from: new Date(noon - 48 * 3_600_000).toISOString(),
      to: new Date(noon + 96 * 3_600_000).toISOString(),
      interval: 'day',
      timeZone,
    })
    const local = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    const start = found.findIndex(([from]: string[]) => local.format(new Date(from ?? '')) === date)
    expect(found.slice(start, start + 3).map(hoursOf)).toEqual(hours)
  })

  test('weeks begin on Monday, months on the first, and the first and last bucket end where the range does', async () => {
    const range = { from: '2026-03-04T10:00:00Z', to: '2026-03-20T00:00:00Z', timeZone: 'America/New_York' }
    expect(await buckets({ ...range, interval: 'week' })).toEqual([
      ['2026-03-04T10:00:00.000Z', '2026-03-09T04:00:00.000Z'],
      ['2026-03-09T04:00:00.000Z', '2026-03-16T04:00:00.000Z'],
      ['2026-03-16T04:00:00.000Z', '2026-03-20T00:00:00.000Z'],
    ])
    expect(await buckets({ ...range, from: '2026-01-31T00:00:00Z', interval: 'month' })).toEqual([
      ['2026-01-31T00:00:00.000Z', '2026-02-01T05:00:00.000Z'],
      ['2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'],
      ['2026-03-01T05:00:00.000Z', '2026-03-20T00:00:00.000Z'],
    ])
  })

  const zones = [
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'America/Havana',
  ].concat(['Africa/Casablanca', 'Asia/Kathmandu', 'Pacific/Apia', 'Asia/Beirut', 'Atlantic/Azores', 'Pacific/Chatham', 'Etc/GMT+5'])
  // Node and the database each bring their own time zone data. They agree on the past; governments still change what is to come.
  const instants = fc.integer({ min: Date.parse('2009-01-01T00:00:00Z') / 1000, max: Date.parse('2025-01-01T00:00:00Z') / 1000 })

  test('are those that a walk along the local clock finds, in any zone and range', async () => {
    const lengths = { hour: 4, day: 60, week: 200, month: 300 }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.constantFrom('hour', 'day', 'week', 'month' as keyof typeof lengths),
        instants,
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        async (timeZone, interval, second, part) => {
          const from = second * 1000
          const to = from + Math.max(3600, Math.ceil(part * lengths[interval] * 24 * 3600)) * 1000
          const found = await buckets({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), interval, timeZone })
          expect(found.map((bucket: string[]) => bucket.map(Date.parse))).toEqual(
            plainBuckets(from, to, interval, timeZone).map((bucket) => [bucket.from, bucket.to]),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})

test.each(['hour', 'day', 'week', 'month'])(
  'no point is shorter than an hour, wherever a range of %s begins and ends',
  async (interval) => {
    const [midnight, hour] = [Date.parse('2026-03-02T00:00:00Z'), 3_600_000]
    for (const [from, to] of [
      [midnight - 1, midnight + hour - 1],
      [midnight - 1, midnight + 5 * hour + 1],
      [midnight - hour, midnight + 26 * hour],
      [midnight + hour / 2, midnight + 1.5 * hour],
    ] as const) {
      const found = await buckets({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), interval })
      expect(found.map(hoursOf).filter((hours: number) => hours < 1)).toEqual([])
      expect([found[0]?.[0], found.at(-1)?.[1]]).toEqual([new Date(from).toISOString(), new Date(to).toISOString()])
    }
  },
)

describe('the input', () => {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  test.each([
    [{ ...range, timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ ...range, timeZone: 'CET' }, 'timeZone'],
    [{ ...range, timeZone: '+05:30' }, 'timeZone'],
    [{ ...range, timeZone: "UTC'; DROP TABLE patient; --" }, 'timeZone'],
    [{ ...range, timeZone: 'posix/America/New_York' }, 'timeZone'],
    [{ from: range.to, to: range.from }, 'to'],
    [{ from: range.from, to: range.from }, 'to'],
    [{ from: range.from, to: '2026-01-01T00:00:00.001Z' }, 'to'],
    [{ from: range.from, to: '2026-01-01T00:59:59.999Z' }, 'to'],
    [{ ...range, from: '1999-12-31T23:59:59Z' }, 'from'],
    [{ ...range, to: '2026-03-01T00:00:00Z', interval: 'hour' }, 'interval'],
    [{ ...range, to: '2030-01-01T00:00:00Z', interval: 'day' }, 'interval'],
    [{ ...range, mostGroups: 0, groupBy: 'outcome' }, 'mostGroups'],
    [{ ...range, mostGroups: 51, groupBy: 'outcome' }, 'mostGroups'],
    [{ ...range, to: '2027-01-01T00:00:00Z', interval: 'day', mostGroups: 50, groupBy: 'outcome' }, 'mostGroups'],
  ])('%j is INVALID_INPUT at %s', async (input, path) => {
    const failure = await stats('callStats', input, 'groupCount').catch((error) => error)
    expect(failure).toMatchObject({ code: 'INVALID_INPUT', errors: [{ extensions: { errors: [{ path: [path] }] } }] })
  })

  test('figures are asked of everybody: no input names a patient', async () => {
    const { data } = await service.graphql('{ __schema { types { name inputFields { name } } } }')
    const inputs = data.__schema.types.filter(({ name }: { name: string }) => name.endsWith('StatsInput'))
    expect(inputs).toHaveLength(8)
    for (const { inputFields } of inputs) {
      const names = inputFields.map(({ name }: { name: string }) => name)
      expect(names.toSorted()).toEqual(['from', 'groupBy', 'interval', 'mostGroups', 'timeZone', 'to'])
    }
  })
})

describe('each kind is one statement', () => {
  const groupings = {
    callStats: ['outcome', 'status', 'call_type', 'direction', 'payer', 'topic', 'medication', undefined],
    patientCounts: ['status', 'payer', 'state', undefined],
    verificationStats: ['status', 'payer', 'trigger', undefined],
    paCaseStats: ['status', 'payer', 'medication', undefined],
    adverseEventStats: ['severity', 'source', 'review_state', 'medication', undefined],
    chatStats: ['query_type', 'answered_by', 'state', 'widget_client', undefined],
    searchStats: ['outcome', undefined],
  }
  test.each(Object.entries(groupings))('%s, by each of its groupings', async (field, names) => {
    for (const groupBy of names) {
      const input = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z', interval: 'week', ...(groupBy ? { groupBy } : {}) }
      const ask = () => stats(field, input, 'groupCount groupBy total { group points { from } } groups { group points { from } }')
      const answer = await ask()
      // And the audit's insert.
      expect((await statementsOf(ask)).filter((text) => !text.includes('INSERT INTO audit_event'))).toHaveLength(1)
      expect(answer).toMatchObject({ groupBy: groupBy ?? null, total: { group: null } })
      expect(answer.total.points).toHaveLength(9)
    }
  })
})
