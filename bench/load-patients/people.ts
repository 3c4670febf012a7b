import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const person = z.object({
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  payer: z.string(),
  member_id: z.string(),
  medications: z.array(z.object({ brand: z.string() })),
})
type Person = z.infer<typeof person>

/** A person as `POST /v1/patients` takes it, and the medicines for the route below it. */
export interface Input {
  body: Record<string, string>
  medications: string[]
}

/** The people of `SHARED_DATA`, one JSON object a line. */
export async function readPeople(): Promise<Input[]> {
  const path = process.env.SHARED_DATA ?? fileURLToPath(new URL('../../../shared/data/patients_dev.jsonl', import.meta.url))
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => inputOf(person.parse(JSON.parse(line))))
}

function inputOf(row: Person): Input {
  const fields = {
    first_name: row.first_name,
    last_name: row.last_name,
    date_of_birth: row.date_of_birth,
    phone: `+1${row.phone.replaceAll('-', '')}`,
    address_line1: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip,
    payer_id: shortName(row.payer),
    member_id: row.member_id,
  }
  return {
    // The service refuses empty text: what a person does not have is left out.
    body: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    medications: row.medications.map(({ brand }) => brand),
  }
}

/** `Medicare Advantage (Humana)` is `medicare_advantage_humana`. */
const shortName = (payer: string) =>
  payer
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')
