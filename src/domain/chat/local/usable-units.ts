import type { RetrievedItem } from '../chat.ts'
import { addressedToAssistant } from './addressed-to-assistant.ts'
import { ingredientsIn } from './drugs-named.ts'
import { type Unit, unitsOf } from './units.ts'

/** A section from which an answer may be taken, and which of its units may be. */
export interface UsableItem {
  item: RetrievedItem
  units: Unit[]
  /** Whether the unit with this number is about nothing but what is asked about. */
  allowed(index: number): boolean
  /** The medicines that its title and heading name; none: it is about no certain one. */
  subjects: Set<string>
}

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].some((value) => other.has(value))

/**
 * The sections that may answer, for the medicines that the question names: none about another medicine, and none at all
 * where one of the medicines is nowhere in what was found. Sections that speak to an assistant are left out whole.
 */
export function usableItems(asked: ReadonlySet<string>, items: readonly RetrievedItem[]): UsableItem[] {
  const named = new Map(items.map((item) => [item, ingredientsIn(textOf(item))]))
  const known = [...asked].every((drug) => items.some((item) => named.get(item)?.has(drug)))
  if (!known) return []
  return items
    .filter((item) => !addressedToAssistant(textOf(item)))
    .map((item) => ({ item, subjects: ingredientsIn(`${item.title}\n${item.sectionHeader ?? ''}`) }))
    .filter(({ item, subjects }) => {
      if (asked.size === 0) return true
      if (asked.size > 1 && ![...asked].every((drug) => named.get(item)?.has(drug))) return false
      return subjects.size === 0 || overlap(subjects, asked)
    })
    .map(({ item, subjects }) => {
      const units = unitsOf(item)
      return { item, subjects, units, allowed: (index) => isAllowed(units[index], subjects, asked) }
    })
}

const textOf = ({ title, sectionHeader, content }: RetrievedItem) => `${title}\n${sectionHeader ?? ''}\n${content}`

/** In a section about several medicines, only what names the one that is asked about, or none. */
function isAllowed(unit: Unit | undefined, subjects: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  if (!unit || unit.onlyLead) return false
  if (asked.size === 0 || (subjects.size === 1 && overlap(subjects, asked))) return true
  const drugs = ingredientsIn(unit.parts.join('\n'))
  // Taken out of its table's columns, a figure may be read as another medicine's.
  const table = unit.parts.some((part) => part.includes(' | '))
  return drugs.size === 0 || (overlap(drugs, asked) && !(table && drugs.size > asked.size))
}
