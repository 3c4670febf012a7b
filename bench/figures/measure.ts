import type pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'

type Row = (string | number)[]

export async function sizes({ pool }: Database): Promise<Row[]> {
  const { rows } = await pool.query(`
    SELECT relname, reltuples::bigint AS rows, pg_table_size(oid) / 1048576 AS tables, pg_indexes_size(oid) / 1048576 AS indexes
    FROM pg_class WHERE relname IN ('voice_call', 'patient', 'benefits_verification', 'pa_case', 'chat_message', 'search_event', 'figure_hour')
    ORDER BY relname`)
  return rows.map((row) => [row.relname, Number(row.rows).toLocaleString('en'), row.tables, row.indexes])
}

const times = 20_000

/** Microseconds of a row's write, without what figures need of the table and with it; the median of rounds that take turns. */
export async function insertCosts({ pool }: Database): Promise<Row[]> {
  const client = await pool.connect()
  const run = (text: string) => client.query({ text, query_timeout: 3_600_000 } as pg.QueryConfig)
  const timed = async (before: string, statement: string) => {
    await run('BEGIN')
    await run(before)
    const start = performance.now()
    await run(statement)
    const took = performance.now() - start
    await run('ROLLBACK')
    return (took * 1000) / times
  }
  const compare = async (name: string, without: string, prepare: string, statement: string): Promise<Row> => {
    const found: [number[], number[]] = [[], []]
    for (let round = 0; round < 7; round++) {
      found[0].push(await timed(`${prepare}; ${without}`, statement))
      found[1].push(await timed(prepare, statement))
    }
    const median = (values: number[]) => (values.toSorted((one, two) => one - two)[3] ?? 0).toFixed(1)
    return [name, median(found[0]), median(found[1])]
  }
  const off = (table: string) => `ALTER TABLE ${table} DISABLE TRIGGER USER`
  try {
    await client.query('SET statement_timeout = 0')
    const newCalls = `INSERT INTO voice_call (call_id) SELECT 'new-' || i FROM generate_series(1, ${times}) AS i`
    const call = (age: string) =>
      `UPDATE voice_call SET call_outcome = 'declined' WHERE id IN (SELECT id FROM voice_call WHERE ${age} LIMIT ${times})`
    const answers = `INSERT INTO chat_message (session_id, role, state, reply_to_id)
      SELECT 1, 'assistant', 'streaming', id FROM chat_message WHERE role = 'user' LIMIT ${times}`
    const ended = `UPDATE chat_message SET state = 'complete', query_type = 'faq', tier = 'answer', first_token_ms = 90 WHERE state = 'streaming'`
    const search = `INSERT INTO search_event (session, result_count, best_relevance) SELECT md5(i::text), 3, 0.5 FROM generate_series(1, ${times}) AS i`
    const noIndex = 'DROP INDEX chat_message_figures_idx'
    return [
      await compare('a new call', off('voice_call'), 'SELECT 1', newCalls),
      await compare('the outcome of a new call', off('voice_call'), newCalls, call("created_at > now() - interval '1 second'")),
      await compare('the outcome of an old call', off('voice_call'), 'SELECT 1', call("created_at < now() - interval '100 days'")),
      await compare('the place of an answer', noIndex, 'SELECT 1', answers),
      await compare('the end of an answer', noIndex, answers, ended),
      await compare('a counted search (without: its index)', 'DROP INDEX search_event_asked_at_idx', 'SELECT 1', search),
    ]
  } finally {
    client.release(true)
  }
}
