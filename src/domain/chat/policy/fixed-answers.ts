import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Emergency } from '../../safety/signs/emergency.ts'
import type { FirstHelp } from '../../safety/signs/first-help.ts'
import type { Language } from '../chat.ts'

/** The fixed answers, each a heading of `answers.en.md` and `answers.es.md`. */
export const fixedAnswerNames = [
  'emergency_medical',
  'emergency_overdose',
  'emergency_self_harm',
  'ambulance_first',
  'adverse_event',
  'poison_control',
  'care_today',
  'needlestick',
  'bereaved',
  'next_dose',
  'declined_held',
  'declined_dose_change',
  'declined_diagnosis',
  'declined_individual_advice',
  'not_found',
  'part_not_found',
  'uncertain',
  'other_language',
  'uncertain_other_language',
  'nearest',
  'other_doses',
  'to_everyone',
  'interrupted',
  'in_doubt',
  'happened',
  'greeting',
  'thanks',
  'bye',
  'go_on',
  'in_short',
  'person',
  'person_there',
  'person_joined',
  'person_left',
  'off_topic',
  'prompt_injection',
] as const
export type FixedAnswerName = (typeof fixedAnswerNames)[number]

/** Whom a widget client's patients may turn to. */
export interface Support {
  name: string | null
  phone: string | null
  email: string | null
}

const slot = /\{\{(support_name|support_phone|support_email|person)\}\}/g

function readAnswers(language: Language): ReadonlyMap<string, string> {
  const parts = readFileSync(join(import.meta.dirname, `answers.${language}.md`), 'utf8')
    .split(/^## /m)
    .slice(1)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end).trim(), part.slice(end).trim()]
    }),
  )
}

const answers: Record<Language, ReadonlyMap<string, string>> = { en: readAnswers('en'), es: readAnswers('es') }

/** Those of `adverse_event` stay: "I have that now" may mean the trouble breathing that it warns of. */
const ownSentences = Object.values(answers).flatMap((texts) =>
  [...texts]
    .filter(([name]) => name !== 'adverse_event')
    .flatMap(([, text]) => text.split(/\n|(?<=[.!?]) /))
    .filter((sentence) => sentence !== '' && sentence.search(slot) < 0),
)

/** What an earlier answer said of its own, so that "call 911" in a fixed answer is not taken for what someone has. */
export const withoutFixedSentences = (text: string): string => ownSentences.reduce((rest, sentence) => rest.replaceAll(sentence, ''), text)

/** How each fixed answer begins: its first line has no contact of a widget client. */
const beginnings = Object.values(answers).flatMap((texts) =>
  fixedAnswerNames.map((name): [FixedAnswerName, string] => [name, texts.get(name)?.split('\n', 1)[0] ?? '']),
)

/** What stands before another fixed answer. */
const beforeOthers: ReadonlySet<FixedAnswerName> = new Set(['ambulance_first', 'poison_control', 'care_today', 'needlestick'])

/** The fixed answer that an earlier answer was, or began with; behind a line with a number to call first the one that it stands before. */
export function fixedAnswerIn(text: string): FixedAnswerName | undefined {
  const [name, beginning = ''] = beginnings.find(([, first]) => first !== '' && text.startsWith(first)) ?? []
  return name !== undefined && beforeOthers.has(name) ? fixedAnswerIn(text.slice(beginning.length).trimStart()) : name
}

const has = (name: FixedAnswerName) => {
  const firsts = beginnings.filter(([one]) => one === name).map(([, first]) => first)
  return (answer: string): boolean => firsts.some((first) => answer.includes(first))
}

/** Whether an answer says who may talk with somebody who wants a person, alone or after the answer to a question. */
export const answersWishForPerson = has('person')

/** Whether an answer asks in the end whether what its question told has happened. */
export const asksIfHappened = has('happened')

/** The fixed answer to an emergency: where an ambulance may be needed, 911 comes before any other number. */
export function emergencyAnswer({ kind, needsAmbulance }: Emergency, language: Language, support: Support): string {
  const answer = fixedAnswer(`emergency_${kind}`, language, support)
  return needsAmbulance && kind !== 'medical' ? `${fixedAnswer('ambulance_first', language, support)}\n${answer}` : answer
}

/** The fixed answer to a report, after what its writer is told first; whoever tells of a death is told nothing that is for the living. */
export function reportAnswer(first: readonly FirstHelp[], language: Language, support: Support): string {
  const names: FixedAnswerName[] = first.includes('bereaved') ? ['bereaved'] : [...first, 'adverse_event']
  return names.map((name) => fixedAnswer(name, language, support)).join('\n')
}

/**
 * A fixed answer with the support contact of the widget client put in, and the person of the staff whom it tells of; plain text, a paragraph to a line. A sentence whose
 * slot has no value is left out, and the name too where there is no way to reach it. A value is put in as it is: text of the
 * client, not markup.
 */
export function fixedAnswer(name: FixedAnswerName, language: Language, support: Support, person = ''): string {
  const template = answers[language].get(name)
  if (template === undefined) throw new Error(`No fixed answer ${name} in ${language}`)
  const phone = support.phone?.trim() ?? ''
  const email = support.email?.trim() ?? ''
  const who = phone || email ? (support.name?.trim() ?? '') : ''
  const values: Record<string, string> = { support_name: who, support_phone: phone, support_email: email, person }
  return template
    .split('\n')
    .map((line) =>
      line
        .split(/(?<=[.!?]) /)
        .filter((sentence) => [...sentence.matchAll(slot)].every(([, key = '']) => values[key] !== ''))
        .map((sentence) => sentence.replace(slot, (_, key: string) => values[key] ?? ''))
        .join(' '),
    )
    .filter((line) => line !== '')
    .join('\n')
}
