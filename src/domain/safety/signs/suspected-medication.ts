import { wordsOf } from '../../../language/words.ts'

type FindMedication = (text: string) => string | null

/** Given against a reaction: who names one tells of the help, seldom of the cause. */
const rescues =
  /^(?:epi ?pen|epinephrine|auvi|adrenaline|benadryl|diphenhydramine|prednisone|prednisolone|methylprednisolone|medrol|solu|narcan|naloxone)/i
const rescueWords = /(?:^| )(?:epi ?pens?|epinephrine|benadryl|prednisone)(?: |$)/
const others =
  /(?:^| )(?:antibiotics?|antibioticos?|chemo\w*|steroids?|vaccines?|other (?:\w+ )?(?:pills?|meds?|medicines?|medications?|drugs?|shots?)|painkillers?|otra medicina)(?: |$)/
const pointing =
  /(?:^| )(?:it|its|this|shots?|injections?|infusions?|medicine|medication|drug|dose|pills?|treatment|inyeccion|infusiones|medicina|medicamento|pastilla|dosis)(?: |$)/

const mostWords = 4

/** The names of the medications in a text, each once; `find` gives the first of a text only. */
function medicationsIn(text: string, find: FindMedication): string[] {
  if (find(text) === null) return []
  const words = wordsOf(text)
  const said = (from: number, to: number) => text.slice(words[from]?.start, words[to - 1]?.end)
  const names = new Set<string>()
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from(
      { length: Math.min(mostWords, words.length - at) },
      (_, shorter) => Math.min(mostWords, words.length - at) - shorter,
    )
    const first = find(said(at, at + mostWords))
    // The longest name that begins here: a longer piece of text may begin with another word.
    const length = first === null ? undefined : lengths.findLast((size) => find(said(at, at + size)) === first)
    if (first !== null) names.add(first)
    at += length ?? 1
  }
  return [...names]
}

const isRescue = (name: string) => rescues.test(name)
const suspects = (text: string, find: FindMedication) => medicationsIn(text, find).filter((name) => !isRescue(name))

/** The medication that a whole call is about: its only one, rescue drugs left out; null where there are several or none. */
export function onlyMedicationOf(texts: readonly string[], find: FindMedication): string | null {
  const names = new Set(texts.flatMap((text) => suspects(text, find)))
  const [only = null] = names
  return names.size === 1 ? only : null
}

/**
 * The medication that a report blames, null where that is in doubt: a wrong name on a safety report is worse than none.
 * @param question the agent's question that the report answers
 * @param onlyInCall stands in for "it", "the shot" and the like
 */
export function suspectedMedication(
  report: string,
  question: string | undefined,
  onlyInCall: string | null,
  find: FindMedication,
): string | null {
  const words = wordsOf(report)
    .map(({ word }) => word)
    .join(' ')
  if (others.test(words)) return null
  const all = medicationsIn(report, find)
  const named = all.filter((name) => !isRescue(name))
  if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null
  if (all.length > 0 || rescueWords.test(words)) return null
  if (question) return onlyMedicationOf([question], find) ?? onlyInCall
  return pointing.test(words) ? onlyInCall : null
}
