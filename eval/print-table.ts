/** Prints a Markdown table. */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  process.stdout.write(`\n${title}\n\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`)
}
