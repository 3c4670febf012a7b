/** Whether two words differ only by two neighbouring letters that changed places: "Micheal", "Michael". */
export function swapsNeighbours(one: string, two: string): boolean {
  if (one.length !== two.length) return false
  const at = [...one].findIndex((letter, index) => letter !== two[index])
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2)
  return at >= 0 && swapped === two
}

const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Whether two words of one length differ in one letter that is not beside the other on an American keyboard: hardly a slip. */
export function hasFarLetter(one: string, two: string): boolean {
  if (one.length !== two.length) return false
  const differing = [...one].map((letter, index) => [letter, two[index] ?? ''] as const).filter(([a, b]) => a !== b)
  const [pair] = differing
  return differing.length === 1 && pair !== undefined && !besideOnKeyboard(...pair)
}

function besideOnKeyboard(one: string, two: string): boolean {
  const [a, b] = [placeOf(one), placeOf(two)]
  return Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1
}

function placeOf(letter: string) {
  const row = keyRows.findIndex((keys) => keys.includes(letter))
  return { row, column: (keyRows[row] ?? '').indexOf(letter) }
}
