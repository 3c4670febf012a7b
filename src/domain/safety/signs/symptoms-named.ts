import { sentencesOf } from '../../../language/sentences.ts'
import { read } from './symptom-reading.ts'

/** The plain names of the symptoms that a text names, whatever it says of them. */
export const symptomsNamed = (text: string): string[] => [
  ...new Set(sentencesOf(text).flatMap((sentence) => read(sentence).symptoms.map(({ name }) => name))),
]
