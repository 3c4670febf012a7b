import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PersonName } from '../../../../src/domain/voice/identity/names.ts'
import { editDistance } from '../../../../src/language/edit-distance.ts'

/** Whether a claimed name and one on file are one person's, as a person judged it. */
export interface NamePair {
  claimed: PersonName
  on_file: PersonName
  same: boolean
  kind: string
  /** Written before the rules were measured on it. Six rules or list lines were mended after its first measurements. */
  held_out: boolean
}

interface Patient {
  first_name: string
  middle_name: string
  last_name: string
  gender: string
}

export const pairsFile = join(import.meta.dirname, 'name-pairs.jsonl')
export const patientsFile = join(import.meta.dirname, '../../../../../shared/data/patients_dev.jsonl')

/** Cases written by hand (hard-cases.tsv), and cases made from synthetic patients; the same at every run. */
export function namePairs(): NamePair[] {
  const patients: Patient[] = readFileSync(patientsFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return [...handWritten(), ...positives(patients), ...negatives(patients)]
}

function handWritten(): NamePair[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'hard-cases.tsv'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [part, same, kind = '', first = '', last = '', firstOnFile = '', lastOnFile = ''] = line.split('\t')
    return pair(kind, same === 'yes', part === 'held', [first, last], [firstOnFile, lastOnFile])
  })
}

const pair = (kind: string, same: boolean, heldOut: boolean, claimed: [string, string], onFile: [string, string]): NamePair => ({
  claimed: { firstName: claimed[0], lastName: claimed[1] },
  on_file: { firstName: onFile[0], lastName: onFile[1] },
  same,
  kind,
  held_out: heldOut,
})

/** Each kind takes every ninth patient, so that no patient stands in two kinds; every second of them is held out. */
const positiveKinds: [kind: string, claim: (patient: Patient, index: number) => [string, string]][] = [
  ['made_folding', (patient) => [bare(patient.first_name), bare(patient.last_name).toUpperCase()]],
  ['made_swap', (patient) => [patient.last_name, patient.first_name]],
  ['made_middle', (patient) => [`${patient.first_name} ${patient.middle_name || 'Q.'}`, patient.last_name]],
  ['made_suffix', (patient, index) => [patient.first_name, `${patient.last_name} ${['Jr.', 'Sr', 'III', 'M.D.'][index % 4]}`]],
  ['made_double_name', (patient, index) => [patient.first_name, `${patient.last_name}-${['Baker', 'Ortiz', 'Quinn'][index % 3]}`]],
  ['made_first_typo', (patient, index) => [mistype(patient.first_name, index), patient.last_name]],
  ['made_last_typo', (patient, index) => [patient.first_name, mistype(patient.last_name, index)]],
  ['made_last_sound', (patient) => [patient.first_name, respell(patient.last_name)]],
  ['made_heard_apart', (patient) => [patient.first_name, `${patient.last_name.slice(0, 3)} ${patient.last_name.slice(3)}`]],
]

function positives(patients: Patient[]): NamePair[] {
  return positiveKinds.flatMap(([kind, claim], which) =>
    patients
      .filter((patient, index) => index % 9 === which && Math.min(patient.first_name.length, patient.last_name.length) > 4)
      .slice(0, 14)
      .map((patient, index) => pair(kind, true, index % 2 === 1, claim(patient, index), [patient.first_name, patient.last_name])),
  )
}

const negativeKinds: [kind: string, count: number, claim: (patient: Patient, patients: Patient[]) => [string, string]][] = [
  [
    'made_nearest_first',
    40,
    (patient, all) => [
      nearest(
        patient.first_name,
        all.map((other) => other.first_name),
      ),
      patient.last_name,
    ],
  ],
  [
    'made_nearest_last',
    40,
    (patient, all) => [
      patient.first_name,
      nearest(
        patient.last_name,
        all.map((other) => other.last_name),
      ),
    ],
  ],
  ['made_other_first', 20, (patient, all) => [another(patient, all).first_name, patient.last_name]],
  ['made_other_last', 20, (patient, all) => [patient.first_name, another(patient, all).last_name]],
  ['made_other', 20, (patient, all) => [another(patient, all).first_name, another(patient, all).last_name]],
]

function negatives(patients: Patient[]): NamePair[] {
  return negativeKinds.flatMap(([kind, count, claim], which) =>
    patients
      .filter((_, index) => index % 5 === which)
      .slice(0, count)
      .map((patient, index) => pair(kind, false, index % 2 === 1, claim(patient, patients), [patient.first_name, patient.last_name]))
      .filter(
        (made) =>
          !oneName.has(`${made.claimed.firstName} ${made.on_file.firstName}`) &&
          !oneName.has(`${made.claimed.lastName} ${made.on_file.lastName}`),
      ),
  )
}

/** Nearest names that a person would take for spellings of one name: neither same nor other. */
const oneName = new Set(['Miquel Miguel Ángel'])

const bare = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')

/** Keys beside each other on the keyboard. */
const beside: Record<string, string> = { a: 's', e: 'r', i: 'o', o: 'p', u: 'y', r: 't', s: 'd', n: 'm', l: 'k', t: 'y' }

function mistype(name: string, index: number): string {
  const at = 1 + ((index * 7) % (name.length - 3))
  const [before, here, next, after] = [name.slice(0, at), name.charAt(at), name.charAt(at + 1), name.slice(at + 2)]
  if (index % 3 === 0) return before + next + here + after
  return index % 3 === 1 ? before + next + after : before + (beside[here] ?? here + here) + next + after
}

/** Another spelling of the same sound. */
const respell = (name: string) =>
  name
    .replace(/ck/, 'k')
    .replace(/sch/, 'sh')
    .replace(/ll/, 'l')
    .replace(/nn/, 'n')
    .replace(/tz/, 'ts')
    .replace(/son$/, 'sen')
    .replace(/er$/, 'or')
    .replace(/ph/, 'f')
    .replace(/mann?$/, 'mon')

function nearest(name: string, names: string[]): string {
  const others = names.filter((other) => bare(other).toLowerCase() !== bare(name).toLowerCase())
  return others.reduce((best, other) => (editDistance(name, other) < editDistance(name, best) ? other : best))
}

/** Someone with neither the first nor the last name. */
function another(patient: Patient, patients: Patient[]): Patient {
  const start = patients.indexOf(patient) + 101
  const rest = [...patients.slice(start % patients.length), ...patients]
  return rest.find((other) => other.first_name !== patient.first_name && other.last_name !== patient.last_name) ?? patient
}

if (import.meta.main)
  writeFileSync(
    pairsFile,
    `${namePairs()
      .map((made) => JSON.stringify(made))
      .join('\n')}\n`,
  )
