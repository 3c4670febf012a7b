import { join } from 'node:path'
import { classify } from '../../src/domain/documents/classify.ts'
import { type LabelledSection, realSections, writtenSections } from '../corpora/labelled-sections.ts'
import { haveSharedData } from '../corpora/shared-data.ts'
import { missing, type Result } from '../measured.ts'
import { roundsOf, shareOf, shareWhere } from './rounds.ts'

const written = 'sections-written.jsonl'

/** The type that a section of a document, or of a page that somebody wrote, is given. */
export async function measure(): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, kind, folder } of roundsOf(written)) {
    const set = `${name}: sections`
    if (!haveSharedData('content_library')) results.push(missing(set, kind))
    else
      results.push({
        set,
        kind,
        ...judged([...(await realSections(join(folder, 'sections-real.jsonl'))), ...writtenSections(join(folder, written))]),
      })
  }
  return results
}

function judged(rows: readonly LabelledSection[]) {
  const isRight = (row: LabelledSection) => [row.label, row.also].includes(classify(row).sectionType)
  const right = rows.filter(isRight).length
  const sources = [...new Set(rows.map(({ kind = 'other' }) => kind))]
  const bySource = sources.map((source) => `${source} ${shareWhere(rows, ({ kind = 'other' }) => kind === source, isRight)}`)
  if (process.env.ROUND_REPLIES)
    for (const row of rows.filter((one) => !isRight(one)))
      process.stderr.write(`${row.label} as ${classify(row).sectionType}: ${row.kind}, ${row.headers.join(' < ')}\n`)
  return {
    count: rows.length,
    figures: `right ${shareOf(right, rows.length)}: ${bySource.join(', ')}`,
    shares: { right: right / rows.length },
  }
}
