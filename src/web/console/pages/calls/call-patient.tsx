import { Link } from 'wouter'
import type { CallQuery } from '../../generated/documents.ts'
import { calendarDay } from '../../parts/formats.ts'
import { Pill } from '../../ui/pill.tsx'

type Call = NonNullable<CallQuery['voiceCall']>

/** Whom the caller is verified as. */
export function CallPatient({ call: { patient, verified, callType } }: { call: Call }) {
  if (!patient) {
    return (
      <section className="card" aria-labelledby="call-patient">
        <h2 id="call-patient">Patient</h2>
        <p className="quiet">
          {callType === 'patient' ? 'The caller is not verified as a patient.' : 'This call is not linked to a patient.'}
        </p>
      </section>
    )
  }
  return (
    <section className="card" aria-labelledby="call-patient">
      <h2 id="call-patient">Patient</h2>
      <p className="card-title">
        <Link href={`/patients/${patient.id}`}>
          {patient.firstName} {patient.lastName}
        </Link>{' '}
        {verified && <Pill of="VERIFIED" />}
      </p>
      <dl className="facts">
        <dt>Date of birth</dt>
        <dd>{calendarDay(patient.dateOfBirth)}</dd>
        <dt>Payer</dt>
        <dd>{patient.payer?.name ?? '–'}</dd>
        <dt>Member ID</dt>
        <dd>{patient.memberId ?? '–'}</dd>
        <dt>Medications</dt>
        <dd>
          {patient.medications.length === 0 && 'None on record'}
          {patient.medications.map(({ id, medicationName, paRequired, paStatus }) => (
            <div key={id}>
              {medicationName}
              {paRequired && <span className="quiet">, prior authorization {paStatus?.replaceAll('_', ' ') ?? 'required'}</span>}
            </div>
          ))}
        </dd>
      </dl>
    </section>
  )
}
