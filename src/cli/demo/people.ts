import { type Seeded, seeded } from './seeded.ts'

const givenNames =
  'Maria,James,Aisha,Robert,Linda,Wei,Daniel,Priya,Carlos,Susan,Omar,Grace,Peter,Yolanda,Thomas,Mei,Anthony,Fatima,Rachel,Victor,Helen,Samuel,Nadia,George,Elena,Marcus,Ruth,Hiro,Denise,Paul'.split(
    ',',
  )
const surnames =
  'Alvarez,Bennett,Chowdhury,Dawson,Eriksen,Fontaine,Grayson,Hassan,Ibarra,Jennings,Kowalski,Lindqvist,Moreau,Nakamura,Okafor,Pemberton,Quintero,Rosenthal,Sandoval,Thackeray,Underwood,Vasquez,Whitfield,Yamada,Zielinski,Abernathy,Castellano,Delacroix,Featherstone,Goldberg'.split(
    ',',
  )
const places = [
  ['Springfield', 'IL', '62701', '217'],
  ['Franklin', 'TN', '37064', '615'],
  ['Fairview', 'NJ', '07022', '201'],
  ['Georgetown', 'TX', '78626', '512'],
  ['Salem', 'OR', '97301', '503'],
  ['Clinton', 'MD', '20735', '301'],
  ['Bristol', 'CT', '06010', '860'],
  ['Arlington', 'VA', '22201', '703'],
] as const
const streets = ['Maple Street', 'Oak Avenue', 'Lakeview Drive', 'Mill Road', 'Second Street', 'Hillcrest Lane']
/** Payers of the sandbox and the sample policies. */
const payers = ['aetna', 'cigna', 'bcbs', 'unitedhealthcare', 'humana', 'anthem', 'medicare', 'molina']
/** Mostly those that the sample policies and the sample library speak of. */
const medicines = ['Emgality', 'Taltz', 'Stelara', 'Humira', 'Dupixent', 'Ocrevus', 'Ozempic', 'Prolia', 'Entyvio', 'Keytruda']
const prescribers = ['Dr. Imogen Sample', 'Dr. Arjun Demo', 'Dr. Beatriz Model', 'Dr. Noah Placeholder']

export const mrnPrefix = 'DEMO-'

/** A made-up patient, as `createPatient` takes one, with what the calls are about. */
export interface Person {
  mrn: string
  firstName: string
  lastName: string
  dateOfBirth: string
  phone: string
  email: string
  payerId: string
  memberId: string
  groupNumber: string
  addressLine1: string
  city: string
  state: string
  zipCode: string
}

export interface Medicine {
  medicationName: string
  isPrescribed: boolean
  prescribedDate: string
  prescriberName: string
  prescriberNpi: string
}

/** Some members have special behaviour at the sandbox payer, so that verifications end in every way. */
const specialMembers: Record<number, string> = { 7: 'SANDBOX-INACTIVE-7', 19: 'SANDBOX-PARTIAL-19', 31: 'SANDBOX-UNKNOWN-31' }

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The same people at each run. Phones are fictional (555-01xx), addresses of email lead nowhere (example.org). */
export function peopleOf(count: number): { person: Person; medicines: Medicine[] }[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seeded(7_001 + index)
    const [city, state, zipCode, area] = random.pick(places)
    const firstName = givenNames[(index * 7) % givenNames.length] as string
    const lastName = surnames[(index * 11 + Math.floor(index / surnames.length)) % surnames.length] as string
    const number = String(index + 1).padStart(4, '0')
    return {
      person: {
        mrn: `${mrnPrefix}${number}`,
        firstName,
        lastName,
        dateOfBirth: `${random.between(1938, 2003)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`,
        phone: `+1${area}55501${twoDigits(index % 100)}`,
        email: `${firstName}.${lastName}.${number}@example.org`.toLowerCase(),
        payerId: random.pick(payers),
        memberId: specialMembers[index] ?? `DMO${random.between(100_000, 999_999)}${number}`,
        groupNumber: `GRP-${random.between(1000, 9999)}`,
        addressLine1: `${random.between(10, 990)} ${random.pick(streets)}`,
        city,
        state,
        zipCode,
      },
      medicines: medicinesOf(random),
    }
  })
}

function medicinesOf(random: Seeded): Medicine[] {
  const first = random.below(medicines.length)
  const names = [medicines[first], ...(random.chance(0.35) ? [medicines[(first + 3) % medicines.length]] : [])] as string[]
  return names.map((medicationName) => {
    const prescriber = random.below(prescribers.length)
    return {
      medicationName,
      isPrescribed: true,
      prescribedDate: new Date(Date.now() - random.between(5, 200) * 86_400_000).toISOString().slice(0, 10),
      prescriberName: prescribers[prescriber] as string,
      prescriberNpi: `100000000${prescriber}`,
    }
  })
}
