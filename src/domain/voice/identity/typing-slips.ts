/** Whether two words differ only by two neighbouring letters that changed places: "Micheal", "Michael". */
export function swapsNeighbours(one: string, two: string): boolean {
  if (one.length !== two.length) return false
  const at = [...one].findIndex((letter, index) => letter !== two[index])
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2)
  return at >= 0 && swapped === two
}
