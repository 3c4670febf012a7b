import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A sentence written to teach, with the group of wordings of one thing that it belongs to. */
export interface Written {
  text: string
  label: string
  group: string
}

const folder = join(import.meta.dirname, 'sentences')

/** Every sentence of `sentences/*.txt`: a line `[label group]` stands before the sentences of its group. */
export function writtenSentences(): Written[] {
  const all: Written[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt')).toSorted()) {
    let [label, group] = ['', '']
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const head = /^\[(\S+) (.+)\]$/.exec(line)
      if (head) [label, group] = [head[1] ?? '', head[2] ?? '']
      else if (line !== '' && !line.startsWith('#')) all.push({ text: line, label, group: `${label} ${group}` })
    }
  }
  return all
}
