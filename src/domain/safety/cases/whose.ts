import { readWordClasses } from '../../../language/patterns.ts'
import { wordsOf } from '../../../language/words.ts'

const people = readWordClasses(new URL('../signs/people.tsv', import.meta.url))
const others = new Set(['kin', 'stranger'].flatMap((name) => [...(people.get(name) ?? [])]).filter((word) => word !== 'patient'))
const teller = new Set(['i', 'im', 'ive', 'id', 'me', 'myself', 'mine', 'yo', 'tengo', 'tuve'])

const wordsIn = (text: string) => wordsOf(text).map(({ word }) => word)

/** Whether what was said in place of a patient names somebody else than the caller: "the mother", "my neighbour". A name or a number may be the caller's. */
export const namesAnother = (claim: string): boolean => wordsIn(claim).some((word) => others.has(word))

/** Whether a report may be of whoever tells it: "I", "me". "My" may be "my mother". */
export const tellsOfTeller = (report: string): boolean => wordsIn(report).some((word) => teller.has(word))
