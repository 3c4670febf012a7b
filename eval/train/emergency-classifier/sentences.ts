import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A sentence written to teach, with the group of like wordings that it belongs to: up to eight that follow each other. */
export interface Written {
  text: string
  label: string
  group: string
}

/** Every sentence of a folder's files: a line `[label group]` stands before the sentences of its group. */
export function writtenSentences(folder: 'sentences' | 'held-back'): Written[] {
  const all: Written[] = []
  const path = join(import.meta.dirname, folder)
  for (const file of readdirSync(path)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()) {
    let [label, group, at] = ['', '', 0]
    for (const line of readFileSync(join(path, file), 'utf8').split('\n')) {
      const head = /^\[(\S+) (.+)\]$/.exec(line)
      if (head) [label, group, at] = [head[1] ?? '', head[2] ?? '', 0]
      else if (line !== '' && !line.startsWith('#')) all.push({ text: line, label, group: `${label} ${group} ${Math.floor(at++ / 8)}` })
    }
  }
  return all
}
