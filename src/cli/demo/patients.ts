import { all, graphql } from '../client.ts'
import { mrnPrefix, type peopleOf } from './people.ts'

export interface DemoPatient {
  id: number
  mrn: string
  status: 'active' | 'inactive'
  medications: { medicationName: string }[]
}

/** The demonstration's patients that the service has. The search also finds others, whose names hold the prefix. */
export const demoPatients = async (): Promise<DemoPatient[]> =>
  (
    await all<DemoPatient>('patients', 'PatientFilter', 'id mrn status medications(limit: 20) { medicationName }', { search: mrnPrefix })
  ).filter(({ mrn }) => mrn.startsWith(mrnPrefix))

/** How many patients the service has that are not the demonstration's. */
export async function otherPatients(): Promise<number> {
  const { patients } = await graphql<{ patients: { totalCount: number } }>('{ patients(first: 1) { totalCount } }')
  return patients.totalCount - (await demoPatients()).length
}

/** Creates a patient with medications, or brings back the one that is there: nothing comes twice. */
export async function ensurePatient(
  { person, medicines }: ReturnType<typeof peopleOf>[number],
  known: ReadonlyMap<string, DemoPatient>,
): Promise<number> {
  const there = known.get(person.mrn)
  if (there?.status === 'inactive') await setStatus(there.id, 'active')
  const id = there?.id ?? (await create(person))
  for (const medicine of medicines) {
    if (there?.medications.some(({ medicationName }) => medicationName === medicine.medicationName)) continue
    await graphql('mutation($input: AddMedicationInput!) { addMedication(input: $input) { medication { id } } }', {
      input: { ...medicine, patientId: id },
    })
  }
  return id
}

async function create(person: ReturnType<typeof peopleOf>[number]['person']): Promise<number> {
  const document = 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { patient { id } } }'
  const { createPatient } = await graphql<{ createPatient: { patient: { id: number } } }>(document, { input: person })
  return createPatient.patient.id
}

export const setStatus = (id: number, status: DemoPatient['status']) =>
  graphql('mutation($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { id } } }', { input: { id, status } })
