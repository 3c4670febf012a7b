// A quarterly update ends a few codes; a list that is cut off, or misread, loses many.
const mostLost = 0.1

/**
 * Throws where a table made anew has over a tenth fewer entries (codes, drugs) than the one in use.
 * @param before lines of the table in use, with its head; none where there is no table yet
 */
export function refuseLoss(name: string, before: readonly string[], after: readonly string[]): void {
  const [had, has] = [entries(before), entries(after)]
  if (has >= had * (1 - mostLost)) return
  throw new Error(
    `${name}: ${had} entries before, only ${has} now. Nothing was written. If the lists are whole, run it again with --fewer.`,
  )
}

/** A code may have several rows. */
const entries = (lines: readonly string[]): number =>
  new Set(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .slice(1)
      .map((line) => line.split('\t')[0]),
  ).size
