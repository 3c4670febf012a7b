import { useParam } from './use-param.ts'

type Direction = 'ASC' | 'DESC'

export interface Sorting<Field extends string> {
  /** What the list is in the order of; undefined where nobody chose. */
  field: Field | undefined
  direction: Direction
  /** The other way round for the field that is chosen already. */
  choose: (field: Field) => void
  /** As a list takes it. */
  orderBy: { field: Field; direction: Direction } | null
}

/**
 * The order of a list, as the address has it.
 * @param fields that it can be in the order of, with the direction that each begins with
 */
export function useOrder<Field extends string>(fields: Record<Field, Direction>): Sorting<Field> {
  const names = Object.keys(fields) as Field[]
  const values = names.flatMap((field) => [`${field}-ASC`, `${field}-DESC`])
  const [value, setValue] = useParam('order', values)
  const [field, direction = 'ASC'] = (value?.split('-') ?? []) as [Field?, Direction?]
  return {
    field,
    direction,
    choose: (next) => setValue(`${next}-${next === field ? (direction === 'ASC' ? 'DESC' : 'ASC') : fields[next]}`),
    orderBy: field ? { field, direction } : null,
  }
}
