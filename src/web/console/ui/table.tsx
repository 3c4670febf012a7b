import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Left out where the page is narrow. */
  wide?: boolean
}

interface Props<Row> {
  /** What it is a table of. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** Where a row leads; its first cell is the link. */
  linkOf?: (row: Row) => string
  /** The row that is marked. */
  current?: string | number | undefined
}

/** A table whose header stays in sight. */
export const Table = <Row,>({ caption, columns, rows, keyOf, linkOf, current }: Props<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className="table-frame" aria-label={caption} tabIndex={0}>
    <table>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, wide }) => (
            <th key={title} scope="col" className={wide ? 'wide' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} aria-current={current !== undefined && keyOf(row) === current ? 'true' : undefined}>
            {columns.map(({ title, cell, wide }, at) => (
              <td key={title} className={wide ? 'wide' : undefined}>
                {at === 0 && linkOf ? <Link href={linkOf(row)}>{cell(row)}</Link> : cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
