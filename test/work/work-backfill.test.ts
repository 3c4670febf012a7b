import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const migration = readFileSync(new URL('../../prisma/migrations/20261122150000_work_items/migration.sql', import.meta.url), 'utf8')
const records = ['adverse_event', 'follow_up_action', 'callback_request', 'pa_case', 'benefit_contradiction', 'function_invocation']

/** The database as it was before the migration. */
const before = `
  ${[...migration.matchAll(/CREATE FUNCTION (\w+)/g)].map(([, name]) => `DROP FUNCTION ${name} CASCADE;`).join('\n')}
  DROP FUNCTION work_due_by_rule;
  DROP TABLE work_event, work_item, work_due_rule CASCADE;
  ${records.map((table) => `ALTER TABLE ${table} DROP COLUMN work_item_id;`).join('\n')}
  DROP TYPE work_kind, work_event_kind;`

const rows = `
  INSERT INTO patient (first_name, last_name, date_of_birth, phone, mrn) VALUES ('Ada', 'Quill', '1980-01-01', '+15550001111', 'MRN-WORK');
  INSERT INTO voice_call (call_id) VALUES ('old');
  INSERT INTO adverse_event (caller_verified, source, event_description, severity, review_state, reviewed_by, review_note, reviewed_at) VALUES
    (false, 'agent', 'waits', NULL, 'open', NULL, NULL, NULL),
    (false, 'agent', 'taken', 'severe', 'in_review', 'Rita', NULL, '2026-01-02'),
    (false, 'agent', 'decided', 'mild', 'dismissed', 'Rita', 'No event', '2026-01-03');
  INSERT INTO follow_up_action (action, priority, status, closed_by, closed_at) VALUES ('a', 'low', 'pending', NULL, NULL),
    ('b', 'high', 'completed', 'Sam', '2026-01-04');
  INSERT INTO callback_request (voice_call_id, status, closed_by, closed_at) SELECT id, 'cancelled', 'Sam', '2026-01-05' FROM voice_call;
  INSERT INTO pa_case (patient_id, payer_id, drug_key, status) SELECT id, 'aetna', 'x', 'approved'::pa_case_status FROM patient
    UNION ALL SELECT id, 'aetna', '', 'open' FROM patient;
  INSERT INTO pa_case_event (pa_case_id, from_status, to_status, by, note) SELECT id, NULL::pa_case_status, 'open'::pa_case_status, 'service', NULL FROM pa_case
    UNION ALL SELECT id, 'open', 'pending', 'Nora', 'sent' FROM pa_case WHERE drug_key = 'x'
    UNION ALL SELECT id, 'pending', 'approved', 'Nora', 'yes' FROM pa_case WHERE drug_key = 'x';
  INSERT INTO function_invocation (function_name, parameters, fingerprint, outcome, duration_ms, reviewed_at, reviewed_by) VALUES
    ('flag_adverse_event', '{}', '', 'rejected', 1, NULL, NULL), ('nothing', '{}', '', 'failed', 1, '2026-01-06', 'Sam'),
    ('nothing', '{}', '', 'succeeded', 1, NULL, NULL);`

test('records from before work items get theirs, with the history that is known, and go on from there', async () => {
  const shown = await service.withDatabase(async (pool) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await client.query(before)
      await client.query(rows)
      await client.query(migration)
      const items = await client.query(`
        SELECT item.kind::text, state, priority::text, version, closed_at IS NULL AS open,
          (SELECT string_agg(concat_ws(' ', kind, actor, from_value, to_value, note), '; ' ORDER BY id) FROM work_event WHERE work_item_id = item.id) AS steps
        FROM work_item AS item ORDER BY item.kind, record_id`)
      await client.query("UPDATE adverse_event SET review_state = 'confirmed', reviewed_at = now() WHERE event_description = 'waits'")
      await client.query("INSERT INTO adverse_event (caller_verified, source, event_description) VALUES (false, 'agent', 'later')")
      const [later] = (
        await client.query(
          `SELECT count(*)::int AS items, count(closed_at)::int AS closed, max(version) AS version FROM work_item WHERE kind = 'adverse_event'`,
        )
      ).rows
      const linked = await client.query(
        'SELECT count(*)::int AS missing FROM adverse_event LEFT JOIN work_item ON work_item.id = work_item_id AND record_id = adverse_event.id WHERE work_item.id IS NULL',
      )
      return { items: items.rows, later, missing: linked.rows[0].missing }
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
  const item = (kind: string, state: string, priority: string, open: boolean, ...steps: string[]) => ({
    kind,
    state,
    priority,
    open,
    version: steps.length,
    steps: steps.join('; '),
  })
  expect(shown.items).toEqual([
    item('adverse_event', 'open', 'high', true, 'opened service open'),
    item('adverse_event', 'in_review', 'urgent', true, 'opened service open', 'changed Rita open in_review'),
    item('adverse_event', 'dismissed', 'medium', false, 'opened service open', 'closed Rita open dismissed No event'),
    item('follow_up_action', 'pending', 'low', true, 'opened service pending'),
    item('follow_up_action', 'completed', 'high', false, 'opened service pending', 'closed Sam pending completed'),
    item('callback', 'cancelled', 'medium', false, 'opened service requested', 'closed Sam requested cancelled'),
    item(
      'pa_case',
      'approved',
      'medium',
      false,
      'opened service open',
      'changed Nora open pending sent',
      'closed Nora pending approved yes',
    ),
    item('pa_case', 'open', 'medium', false, 'opened service open'),
    item('rejected_invocation', 'rejected', 'urgent', true, 'opened service rejected'),
    item('rejected_invocation', 'reviewed', 'medium', false, 'opened service failed', 'closed Sam failed reviewed'),
  ])
  expect(shown.later).toEqual({ items: 4, closed: 2, version: 2 })
  expect(shown.missing).toBe(0)
})
