/** One line on stderr that fills up; where stderr is no terminal, a line every hundred. */
export function progressBar(label: string, total: number): () => void {
  let done = 0
  return () => {
    done += 1
    if (!process.stderr.isTTY) {
      if (done % 100 === 0 || done === total) process.stderr.write(`${label}: ${done}/${total}\n`)
      return
    }
    const filled = Math.round((done / total) * 30)
    const bar = '█'.repeat(filled) + '░'.repeat(30 - filled)
    process.stderr.write(`\r${label} ${bar} ${done}/${total}${done === total ? '\n' : ''}`)
  }
}
