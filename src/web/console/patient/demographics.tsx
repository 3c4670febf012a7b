import type { PatientQuery } from '../generated/documents.ts'
import { languageName } from '../parts/formats.ts'
import { Definitions } from '../ui/definitions.tsx'
import { words } from '../ui/pill.tsx'
import { Telephone } from '../ui/telephone.tsx'
import { Day, Time } from '../ui/time.tsx'

type PatientShown = NonNullable<PatientQuery['patient']>

/** An address that breaks, where it must, at its sign. */
const Email = ({ address }: { address: string }) => (
  <>
    {address.split('@')[0]}
    <wbr />@{address.split('@')[1]}
  </>
)

/** Who the patient is. */
export const Demographics = ({ patient }: { patient: PatientShown }) => (
  <Definitions
    of={[
      ['Date of birth', <Day key="born" on={patient.dateOfBirth} />],
      ['Sex', patient.sex && words(patient.sex)],
      ['Language', patient.language && languageName(patient.language)],
      ['Time zone', patient.timeZone?.replaceAll('_', ' ')],
      ['MRN', patient.mrn],
      ['Phone', <Telephone key="phone" number={patient.phone} />],
      ['Email', patient.email && <Email key="email" address={patient.email} />],
      [
        'Address',
        [patient.addressLine1, patient.city, [patient.state, patient.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      ],
      ['Payer', patient.payer?.name ?? patient.payerId],
      ['Member ID', patient.memberId],
      ['Group number', patient.groupNumber],
      ['Calls', patient.totalConversations],
      ['Satisfaction', patient.avgSatisfactionScore == null ? null : `${patient.avgSatisfactionScore.toFixed(1)} of 5`],
      ['Record last changed', <Time key="time" at={patient.updatedAt} />],
    ]}
  />
)
