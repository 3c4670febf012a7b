import type { Mention } from './drug-mentions.ts'
import { listingsOf } from './listing.ts'
import type { Place } from './policy-place.ts'
import type { PolicyStatement, StepSet, Thing } from './policy-statement.ts'
import { drugsAlone, type ListedDrug } from './policy-subject.ts'
import { thingsInCodes } from './requirement-codes.ts'
import { named, trialIn } from './step-drugs.ts'
import { statementsInCell } from './table-statements.ts'

/** "Not covered: Bafiertam, Vumerity", "Tier 2 (authorization; one tier 1 drug must have failed): Avonex". */
export function labelledList(body: string, place: Place, at: { section: number; quote: string }): PolicyStatement[] {
  const found = /^([^:]{2,300}?)(?::| [–—]) (.+)$/.exec(body)
  const drugs = drugsAlone((found?.[2] ?? '').replace(/\.$/, ''))
  const label = found?.[1] ?? ''
  if (drugs.length === 0 || drugsAlone(label).length > 0) return []
  const listings = [
    ...new Map(
      label
        .split(/[();]/)
        .filter((part) => part.trim() !== '')
        .flatMap((part) => listingsOf(part.trim(), place.today, false))
        .map((one) => [JSON.stringify(one), one]),
    ).values(),
  ]
  const trial = trialIn(label)
  const bare = /\bauthorization\b/i.test(label) && !/\bno(?:t)?\b/i.test(label) && /[()]/.test(label) && listings.length === 0
  const things: { thing: Exclude<Thing, 'note'>; weak: boolean }[] = [
    ...listings,
    ...(bare ? [{ thing: { authorization: 'required' as const }, weak: false }] : []),
    ...(trial &&
    trial.sets.length > 0 &&
    trial.targets.length === 0 &&
    (listings.length > 0 || /^(?:tier|step|non-?preferred)/i.test(label))
      ? [{ thing: { step: 'required' as const, sets: trial.sets }, weak: false }]
      : []),
  ]
  return statementsOfList(drugs, things, place, at)
}

/** What is said of each drug of a list, and what a mark behind one of them says of that one. */
export function statementsOfList(
  drugs: readonly ListedDrug[],
  things: readonly { thing: Exclude<Thing, 'note'>; weak: boolean }[],
  place: Place,
  at: { section: number; quote: string },
): PolicyStatement[] {
  return drugs.flatMap(({ of, mark }) => {
    const own = mark === '' ? [] : (thingsInCodes(mark, place.codes) ?? listingsOf(mark, place.today))
    const kinds = own.map(({ thing }) => Object.keys(thing)[0])
    return [...things.filter(({ thing }) => !kinds.includes(Object.keys(thing)[0])), ...own].map(({ thing, weak }) => ({
      of,
      thing: 'step' in thing ? { step: thing.step, sets: besides(of, thing.sets) } : thing,
      weak,
      ...at,
    }))
  })
}

/** "UPTRAVI: PA, ST", "Fasenra – Yes" under "Prior authorization", "Cimzia (excluded)". */
export function headStatements(
  heads: readonly ListedDrug[],
  rest: string,
  place: Place,
  at: { section: number; quote: string },
): PolicyStatement[] {
  const drugs = heads.map(({ of }) => of)
  const coded = thingsInCodes(rest.replace(/\.$/, ''), place.codes)
  if (coded) return drugs.flatMap((of) => coded.map(({ thing, weak }) => ({ of, thing, weak, ...at })))
  if (/^(?:yes|no|none|required|not required|needed|not needed|n\/a)\b/i.test(rest) && place.headline)
    return statementsInCell(place.headline, rest, drugs, at, place.today)
  return []
}

/** A drug is no step before itself ("inadequate response to" the same drug, where treatment goes on). */
export function besides(of: Mention | null, sets: readonly StepSet[]): StepSet[] {
  if (of === null) return [...sets]
  return sets.map((set) => ({ ...set, drugs: set.drugs.filter((drug) => !isSame(drug, of)) })).filter(({ drugs }) => drugs.length > 0)
}

const isSame = (drug: string, of: Mention): boolean =>
  drug.toLowerCase() === of.written.toLowerCase() ||
  named(drug).mentions.some(
    ({ ingredient, brand }) =>
      ingredient === of.ingredient && (brand === null ? of.brand === null : of.brand === null || brand === of.brand),
  )
