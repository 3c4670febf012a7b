import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Database } from '../../src/platform/database/database.ts'
import { progressBar } from '../load-patients/progress.ts'

/** How many patients; each has three medications, two calls and ten utterances. */
export interface Size {
  patients: number
}

/** Rows of one statement: what a progress bar moves by. */
const batch = 50_000

const identity = new URL('../../src/domain/voice/identity/', import.meta.url)

/** The names of one of the census lists, the first letter a capital. */
const namesOf = (file: string) =>
  readFileSync(new URL(file, identity), 'utf8')
    .split('\n')
    .flatMap((line) => (/^[a-z]+/.exec(line) ?? []).slice(0, 1))
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1))

/** Row i of n, in the order of time over three years. */
const at = (n: number) => `timestamptz '2026-11-01Z' - interval '3 years' * (1 - i / ${n}.0)`
const any = (values: readonly string[]) => `(ARRAY['${values.join("','")}'])[1 + floor(random() * ${values.length})::int]`

const payers = ['aetna', 'cigna', 'humana', 'united', 'anthem', 'kaiser', 'centene', 'molina']
const medicines = ['Humira', 'Stelara', 'Taltz', 'Emgality', 'Keytruda', 'Ozempic', 'Dupixent', 'Skyrizi', 'Rinvoq', 'Ocrevus']

/** Fills a fresh database with the same made-up people at each run. What triggers keep beside the rows is left out. */
export async function fill(database: Database, { patients }: Size): Promise<void> {
  const client = await database.pool.connect()
  const run = (sql: string) => client.query({ text: sql, query_timeout: 3_600_000 } as pg.QueryConfig)
  async function insert(table: string, rows: number, select: string) {
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
       WHERE indrelid = '${table}'::regclass AND NOT indisunique`,
    )
    for (const { name } of indexes) await run(`DROP INDEX ${name}`)
    const done = progressBar(table, Math.ceil(rows / batch))
    for (let from = 0; from < rows; from += batch) {
      await run(`${select} FROM generate_series(${from}, ${Math.min(rows, from + batch) - 1}) AS i`)
      done()
    }
    for (const { made } of indexes) await run(made)
  }
  try {
    await run("SET session_replication_role = replica; SET statement_timeout = 0; SET maintenance_work_mem = '1GB'; SELECT setseed(0.42)")
    const given = namesOf('given-names.tsv').slice(0, 1_000)
    const family = namesOf('surnames.txt')
    await insert(
      'patient',
      patients,
      `INSERT INTO patient (first_name, last_name, date_of_birth, phone, email, mrn, payer_id, member_id, status, has_adverse_events,
         avg_satisfaction_score, created_at)
       SELECT ${any(given)}, ${any(family)}, date '1930-01-01' + floor(random() * 30000)::int, '+1' || (2000000000 + i * 7919::bigint % 7999999999),
         CASE WHEN random() < 0.6 THEN 'person' || i || '@mail.example' END, 'MRN-' || lpad(i::text, 8, '0'), ${any(payers)}, 'W' || (i * 104729::bigint % 900000007),
         CASE WHEN random() < 0.1 THEN 'inactive' ELSE 'active' END::patient_status, random() < 0.03,
         CASE WHEN random() < 0.5 THEN 1 + random() * 4 END, ${at(patients)}`,
    )
    await insert(
      'medication_record',
      3 * patients,
      `INSERT INTO medication_record (patient_id, medication_name, is_prescribed, created_at)
       SELECT 1 + i / 3, ${any(medicines)}, random() < 0.7, ${at(3 * patients)}`,
    )
    await insert(
      'voice_call',
      2 * patients,
      `INSERT INTO voice_call (call_id, direction, status, duration_seconds, patient_id, call_type, verified, created_at)
       SELECT 'call-' || i, 'inbound', 'completed', 30 + random() * 600, 1 + floor(random() * ${patients})::int, 'patient', true, ${at(2 * patients)}`,
    )
    await insert(
      'utterance',
      10 * patients,
      `INSERT INTO utterance (voice_call_id, speaker, text, spoken_at, fingerprint, emotional_state, sentiment_score)
       SELECT 1 + i / 5, CASE i % 2 WHEN 0 THEN 'agent' ELSE 'user' END, 'Words of a sentence, said in a call.', ${at(10 * patients)}, i::text, 'neutral', 0`,
    )
  } finally {
    client.release(true)
  }
  await database.maintain('VACUUM (ANALYZE)')
}
