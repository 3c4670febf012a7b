import { foldWord } from '../../../language/folding.ts'

interface Span {
  start: number
  end: number
}

// Names that are words of reports as well: "Black stools since May, then short of breath" names neither Lena Black nor May Short.
const words = new Set(
  `black white brown green gray grey red blue rose violet amber olive scarlet silver gold
  hand hands head foot heart back bone chin eye face leg arm hair skin neck shoulder knee tooth belly mouth blood
  will might long short cold strong weak rich young old small little big wise sharp swift bright hardy hale good best better moody
  love hope joy grace faith rest fall falls day days night nights week weeks moon sun storm snow frost rain
  pain payne ache burn burns bump bumps fever rash sick cough stroke drain drop drops case pen shot dose doctor nurse
  walker cane rod ball mark marks bill page gene pat pitt pill pills water waters minor major price close lumps sores itch
  hill hills field fields stone stones wood woods lake rivers summer winter spring autumn mobile reading orange corona
  blanco negro rojo rosa mayo dolores sol luz cruz paz calor brazo cabeza mano pie leal`.split(/\s+/),
)
/** Always capital, so only a name beside one tells that it is one. */
const months = new Set('january february march april may june july august september october november december'.split(' '))

/** Whether a value of a record is also a word that a report may need. */
export const isEverydayName = (value: string): boolean => words.has(foldWord(value)) || months.has(foldWord(value))

/**
 * Whether such a word stands in a text as a name: beside a part of a name, capital within a sentence, or before what only people do. A month
 * has to stand beside one.
 * @param names where other parts of names stand
 */
export function standsAsName(text: string, { start, end }: Span, names: readonly Span[]): boolean {
  if (names.some((one) => isBeside(text.slice(one.end, start)) || isBeside(text.slice(end, one.start)))) return true
  if (months.has(foldWord(text.slice(start, end)))) return false
  if (peopleDo.test(text.slice(end, end + 20))) return true
  return /^\p{Lu}/u.test(text.slice(start, end)) && !/(?:^|[.!?;:\n])["'“‘(\s]*$/u.test(text.slice(Math.max(0, start - 10), start))
}

const peopleDo = /^ (?:took|takes|said|says|told|called|felt|feels|injected|lives|vomited|fainted|died)\b/

/** Between "Black" and "Lena": one space, or a comma besides. */
const isBeside = (between: string): boolean => /^,? $/.test(between)
