import { payerIdOf } from '../../src/domain/payers/payer-names.ts'
import { type Result, rowByRow } from '../measured.ts'
import { roundsOf, shareWhere } from './rounds.ts'
import { type RunningService, runningService } from './running-service.ts'

interface Person {
  first_name: string
  last_name: string
  dob: string
  member_id: string
  payer_name?: string | null
}

interface Row {
  id: string
  patients: Person[]
  said: Person
  /** The index of the patient who shall be verified. */
  verified: number | null
  kind: string
}

async function verifiedId({ post }: RunningService, { id, said }: Row): Promise<number | null> {
  const body = { conversation_id: `round-${id}`, function_name: 'patient_lookup', parameters: said }
  // A lookup without a member ID is refused: nobody is verified.
  const result = await post('/v1/voice/webhook', body).catch(() => ({ verified: false }))
  return result.verified ? result.patient_id : null
}

/** Callers against the records on file, each row alone in the database. */
export async function measure(): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, kind, rows } of roundsOf<Row>('identity.jsonl')) {
    const service = await runningService('identity')
    const read = []
    for (const row of rows) {
      const ids: number[] = []
      for (const { dob, payer_name, ...person } of row.patients) {
        const body = { ...person, date_of_birth: dob, phone: '+15550000000', ...(payer_name ? { payer_id: payerIdOf(payer_name) } : {}) }
        ids.push((await service.post('/v1/patients', body)).id)
      }
      const id = await verifiedId(service, row)
      read.push({ ...row, accepted: id !== null, right: id === (row.verified === null ? null : ids[row.verified]) })
      for (const one of ids) await service.graphql(`mutation { deactivatePatient(input: { id: ${one} }) { patient { id } } }`)
    }
    await service.stop()
    const figures = [
      `right person verified ${shareWhere(
        read,
        ({ verified }) => verified !== null,
        ({ right }) => right,
      )}`,
      `false accepts ${read.filter(({ accepted, right }) => accepted && !right).length}`,
    ].join(', ')
    results.push(
      rowByRow(
        `round ${name}`,
        kind,
        read,
        ({ id, kind: of }) => `${id}: ${of}`,
        ({ right }) => right,
        `; ${figures}`,
      ),
    )
  }
  return results
}
