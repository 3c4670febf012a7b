import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick, seeded } from '../../random.ts'

const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const symptoms = new Map(
  lines('lay-symptoms.tsv').map((line) => {
    const [form = '', wordings = ''] = line.split('\t')
    return [form, wordings.split(', ')]
  }),
)

const others: Record<string, string[]> = {
  drug: [
    'it',
    'this',
    'the medicine',
    'this drug',
    'the shot',
    'my pills',
    'the injections',
    'humira',
    'taltz',
    'ozempic',
    'methotrexate',
    'dupixent',
  ],
  kin: ['husband', 'wife', 'son', 'daughter', 'mom', 'dad', 'mother', 'father', 'baby', 'kid', 'partner', 'grandma'],
  other: ['friend', 'neighbor', 'coworker', 'aunt', 'cousin', 'uncle', 'boss', "sister's friend", 'roommate', 'old teacher'],
  when: ['yesterday', 'monday', 'last night', 'this morning', 'last week', 'two days ago', 'tuesday', 'my second shot', 'the weekend'],
  danger: symptoms.get('noun') ?? [],
}

/** For frames whose symptom is in Spanish. */
const inSpanish: Record<string, string[]> = {
  drug: [
    'la medicina',
    'esta medicina',
    'la inyeccion',
    'las pastillas',
    'este medicamento',
    'la vacuna',
    'humira',
    'taltz',
    'ozempic',
    'metotrexato',
    'dupixent',
  ],
  kin: ['esposo', 'esposa', 'hijo', 'hija', 'mamá', 'papá', 'abuela', 'hermano', 'niño', 'suegra'],
  when: [
    'ayer',
    'el lunes',
    'anoche',
    'esta mañana',
    'la semana pasada',
    'hace dos dias',
    'el martes',
    'la segunda dosis',
    'el fin de semana',
  ],
}
const spanishForms = new Set(['nombre', 'estado', 'siendo'])

/** How often each frame is filled. */
const times = { '0': 9, '1': 14 } as const

/** Frames (`frames.tsv`) filled with symptoms (`lay-symptoms.tsv`): the frame decides whether it reports, not the symptom. */
export function framedSentences(): { text: string; adverse: boolean }[] {
  const random = seeded(15)
  return lines('frames.tsv').flatMap((line) => {
    const [label = '', form = '', frame = ''] = line.split('\t')
    const words = spanishForms.has(form) ? inSpanish : others
    return Array.from({ length: label === '1' ? times[1] : times[0] }, () => ({
      text: frame
        .replace('{}', () => pick(random, symptoms.get(form) ?? []))
        .replace(/\{(\w+)\}/g, (_, name: string) => pick(random, words[name] ?? [])),
      adverse: label === '1',
    }))
  })
}
