import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalForm } from '../../../platform/normal-form.ts'
import { isPlainWords } from './plain-words.ts'

const template = readFileSync(join(import.meta.dirname, 'follow-up-email.txt'), 'utf8')

/** Replaces a subject line of the agent's that may not be sent. */
const plainSubject = 'Following up on your call'

/**
 * A subject line shows on locked screens and in mail server logs, so it must hold nothing clinical. Only a list of allowed
 * words can be complete: a subject with any other word is replaced.
 */
const mayStandInSubject = new Set(
  `a about address after an and appointment are as assistance at authorization benefit benefits bill billing call callback card cards care confirmation
  contact conversation copay cost costs coverage delivery details discussed documents enrollment follow following for form forms
  from hello help here hi information insurance is items next note of on our out payment payments pharmacy phone plan please prior program
  question questions recap regarding reminder requested request resources saving savings steps summary support team
  thank thanks that the things this to today up update we what with you your`.split(/\s+/),
)

/** The agent's subject if it holds nothing clinical, else a plain one. */
export function subjectLine(wanted: string | null | undefined): string {
  const subject = (wanted ?? '').replace(/\s+/g, ' ').trim()
  const words = subject.toLowerCase().match(/[a-z]+/g) ?? []
  // Plain letters only: look-alike characters could spell a drug's name.
  const isPlain = /^[a-z ,.:!?&-]+$/i.test(subject) && words.length > 0
  return isPlain && isPlainWords(subject) && words.every((word) => mayStandInSubject.has(word)) ? subject : plainSubject
}

/**
 * The agent's topics that may be written: those of the operator's list, as the list writes them; without a list, whatever is plain
 * words. The mail is the patient's, and says what an agent made it say, to an address that an agent gave.
 */
export function topicsFor(wanted: readonly string[], allowed: readonly string[] | undefined): string[] {
  const folded = (topic: string) => normalForm(topic, 'NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
  const listed = allowed && new Map(allowed.map((topic) => [folded(topic), topic]))
  return wanted.flatMap((topic) => {
    const written = topic.replace(/\s+/g, ' ').trim()
    return (listed ? listed.get(folded(topic)) : isPlainWords(written) && written) || []
  })
}

/** The text of a follow-up email; `topics` come from `topicsFor`. */
export function followUpText(firstName: string, topics: readonly string[]): string {
  const list = topics.map((topic) => `- ${topic}`).join('\n')
  const name = isPlainWords(firstName) ? firstName : 'patient'
  const fields: Record<string, string> = { firstName: name, topics: list === '' ? '' : `\nWe talked about:\n\n${list}\n` }
  return template.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => fields[name] ?? '')
}
