import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { saveTable } from '../parts/save-file.ts'
import type { Sorting } from '../shell/use-order.ts'
import { Button } from './button.tsx'

interface Column<Row, Field extends string> {
  title: string
  cell: (row: Row) => ReactNode
  /** Aligned by its digits. */
  number?: boolean
  /** Its title is for screen readers only: a column of buttons. */
  untitled?: boolean
  /** What the list is put in the order of by its title. */
  orders?: Field
}

interface Props<Row, Field extends string> {
  /** What it is a table of. */
  caption: string
  columns: readonly Column<Row, Field>[]
  sorting?: Sorting<Field>
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Where a row leads; its first cell is the link. */
  linkOf?: (row: Row) => string
  /** The row that is marked. */
  current?: string | number | undefined
  /** A box before each row, by which several are chosen. */
  choosing?: { chosen: ReadonlySet<string | number>; choose: (chosen: ReadonlySet<string | number>) => void; nameOf: (row: Row) => string }
}

const spelled = { ASC: 'ascending', DESC: 'descending' } as const
const arrows = { ASC: '↑', DESC: '↓' } as const

/** Fewer rows are read at a glance. */
const worthSaving = 3
const nothing = <span className="muted nothing">–</span>
const isNothing = (value: ReactNode) => value === null || value === undefined || value === false || value === ''

/** A table whose header stays in sight; where the screen is narrow, a list of its rows. What it shows can be kept as CSV. */
export const Table = <Row, Field extends string = never>({
  caption,
  columns,
  sorting,
  rows,
  keyOf,
  linkOf,
  current,
  choosing,
}: Props<Row, Field>) => {
  const table = useRef<HTMLTableElement>(null)
  const save = () => {
    const titles = columns.flatMap(({ title, untitled }) => (untitled ? [] : [title]))
    const shown = [...(table.current?.rows ?? [])].slice(1).map(({ cells }) =>
      [...cells]
        .slice(choosing ? 1 : 0)
        .filter((_, at) => !columns[at]?.untitled)
        .map(({ innerText }) => innerText.trim().replace(/^–$/, '')),
    )
    saveTable(caption.toLowerCase().replaceAll(' ', '-'), [titles, ...shown])
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-frame" aria-label={`${caption}, table`} tabIndex={0}>
        <table ref={table}>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {choosing && (
                <th scope="col" className="choose">
                  <input
                    type="checkbox"
                    aria-label={`All of ${caption}`}
                    checked={rows.length > 0 && rows.every((row) => choosing.chosen.has(keyOf(row)))}
                    onChange={({ target }) => choosing.choose(new Set(target.checked ? rows.map(keyOf) : []))}
                  />
                </th>
              )}
              {columns.map(({ title, number, untitled, orders }) => {
                const name = untitled ? <span className="unseen">{title}</span> : title
                const way = sorting && orders && sorting.field === orders ? sorting.direction : undefined
                return (
                  <th key={title} scope="col" className={number ? 'number' : undefined} aria-sort={way && spelled[way]}>
                    {sorting && orders ? (
                      <button type="button" className="sort" onClick={() => sorting.choose(orders)}>
                        {name} <span aria-hidden="true">{way ? arrows[way] : '↕'}</span>
                      </button>
                    ) : (
                      name
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} aria-current={current !== undefined && keyOf(row) === current ? 'true' : undefined}>
                {choosing && (
                  <td className="choose">
                    <input
                      type="checkbox"
                      aria-label={choosing.nameOf(row)}
                      checked={choosing.chosen.has(keyOf(row))}
                      onChange={({ target }) => {
                        const chosen = new Set(choosing.chosen)
                        if (target.checked) chosen.add(keyOf(row))
                        else chosen.delete(keyOf(row))
                        choosing.choose(chosen)
                      }}
                    />
                  </td>
                )}
                {columns.map(({ title, cell, number, untitled }, at) => {
                  const value = cell(row)
                  const shown = isNothing(value) ? nothing : value
                  return (
                    <td key={title} className={number ? 'number' : undefined} data-title={untitled ? '' : title}>
                      {at === 0 && linkOf ? <Link href={linkOf(row)}>{shown}</Link> : shown}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length >= worthSaving && (
        <p className="save-table no-print">
          <Button look="quiet" onClick={save}>
            Save as CSV<span className="unseen"> of {caption}</span>
          </Button>
        </p>
      )}
    </>
  )
}
