import { type Candidate, candidatesOf } from '../../../src/domain/chat/answer/extractive/candidates.ts'
import { featureNames } from '../../../src/domain/chat/answer/extractive/confidence.ts'
import { maskMedicines } from '../../../src/domain/chat/answer/extractive/mask-medicines.ts'
import { readQuestion } from '../../../src/domain/chat/answer/extractive/reading.ts'
import { medicineNames } from '../../../src/domain/drugs/medicine-names.ts'
import type { AskedAndFound } from './found-for.ts'

export interface Question extends Omit<AskedAndFound, 'kind'> {
  kind: AskedAndFound['kind'] | 'medquad' | 'medquad-out'
  /** Of MedQuAD: the title of the right document. */
  title?: string
}

/** What one section says to one part of a question, and which of the question's facts that holds. */
export interface Labelled {
  candidate: Candidate
  features: number[]
  facts: boolean[]
}

export interface LabelledQuestion {
  question: Question
  parts: { read: string; named: boolean; candidates: Labelled[] }[]
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[–—‑]/g, '-')

/** Everything that the chat might quote to a question, with whether it holds what an answer must. */
export function labelled(question: Question): LabelledQuestion {
  const names = medicineNames(question.products)
  const parts = question.parts.map(({ found }) => {
    const { question: masked, items, unmasked } = maskMedicines(found.read, found.items, names)
    const reading = readQuestion(masked, items)
    const candidates = candidatesOf(reading, items).map((candidate) => {
      const { title, sectionHeader } = candidate.item.item
      const text = plain(unmasked(candidate.text))
      const isSection =
        question.kind === 'medquad'
          ? unmasked(title).toLowerCase() === question.title?.toLowerCase()
          : question.sections.includes(unmasked(sectionHeader ?? ''))
      const facts =
        question.facts.length > 0
          ? question.facts.map((wordings) => wordings.some((wording) => text.includes(plain(wording))))
          : [isSection]
      return { candidate, features: featureNames.map((name) => candidate.evidence.features[name]), facts }
    })
    return { read: found.read, named: reading.medicines.size > 0, candidates }
  })
  return { question, parts }
}

/** Whether a passage is right: it holds all facts, or one where the question has several parts. */
export const isRight = ({ facts }: Labelled, { parts }: LabelledQuestion): boolean =>
  parts.length > 1 ? facts.some(Boolean) : facts.every(Boolean)
