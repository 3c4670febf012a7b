const width = 30

/** A bar on one line of the terminal; where there is none (a log file), a line at each tenth. */
export function progressBar(label: string) {
  const { stderr } = process
  let tenth = -1
  return {
    /** @param share 0 to 1 */
    show(share: number, detail: string): void {
      const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
      const line = `${label} [${'█'.repeat(filled)}${'·'.repeat(width - filled)}] ${detail}`
      if (stderr.isTTY) {
        stderr.write(`\r\u001b[K${line.slice(0, (stderr.columns ?? 100) - 1)}`)
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        stderr.write(`${line}\n`)
      }
    },
    end(): void {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}
