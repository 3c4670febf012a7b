import type * as Plot from '@observablehq/plot'
import { useId, useState } from 'react'
import { type Cell, saveTable } from '../../parts/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Drawn } from './plot.tsx'

interface Table {
  columns: readonly { name: string; shown?: (value: Cell) => string }[]
  rows: readonly (readonly Cell[])[]
}

interface FigureProps {
  title: string
  /** The number that sums the figure up. */
  headline: string
  /** The same number of as many days before, where there is one. */
  before?: string | undefined
  /** What the strong and the pale bars are, where there are both. */
  legend?: readonly [strong: string, pale: string]
  /** What exactly is counted. */
  note: string
  table: Table
  /** The name of its file, without the ending. */
  file: string
  options: (width: number) => Plot.PlotOptions
}

const plainly = (value: Cell) => (value === null ? '–' : String(value))

/** A figure with its two faces: a plot, and the table that holds the same numbers. */
export function Figure({ title, headline, before, legend, note, table, file, options }: FigureProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const [first, ...others] = table.rows.filter((row) => row.slice(1).some((cell) => cell !== null && cell !== 0))
  return (
    <section className="card figure" aria-labelledby={id}>
      <div className="figure-head">
        <h2 id={id}>{title}</h2>
        <p className="headline">
          {headline}
          {before !== undefined && <span className="before">before: {before}</span>}
        </p>
      </div>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        <section className="table-scroll figure-table" aria-label={`${title}, table`} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                {table.columns.map(({ name }, index) => (
                  <th key={name} scope="col" className={index === 0 ? undefined : 'number'}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={String(row[0])}>
                  {row.map((cell, index) => {
                    const text = (table.columns[index]?.shown ?? plainly)(cell)
                    const column = table.columns[index]?.name
                    return index === 0 ? (
                      <th key={column} scope="row" className="nowrap">
                        {text}
                      </th>
                    ) : (
                      <td key={column} className="number">
                        {text}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <>
          {legend && (
            <p className="quiet legend">
              <span>{legend[0]}</span> <span>{legend[1]}</span>
            </p>
          )}
          {others.length > 0 ? (
            <Drawn options={options} label={`${title}: ${headline}. The table has the numbers.`} />
          ) : (
            <p className="muted">
              {first
                ? `Only ${first[0]} has a value: ${(table.columns[1]?.shown ?? plainly)(first[1] ?? null)}.`
                : 'There is nothing to show.'}
            </p>
          )}
        </>
      )}
      <p className="quiet figure-note">{note}</p>
      <div className="actions">
        <Button isPressed={asTable} onClick={() => setAsTable(!asTable)}>
          Table<span className="unseen"> of {title}</span>
        </Button>
        <Button onClick={() => saveTable(file, [table.columns.map(({ name }) => name), ...table.rows])}>
          CSV<span className="unseen"> of {title}</span>
        </Button>
      </div>
    </section>
  )
}
