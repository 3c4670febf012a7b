import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { haveSharedData, sharedData } from '../corpora/shared-data.ts'
import { missing, type Result, rowByRow } from '../measured.ts'
import labelled from '../regression/documents/labelled-sections.json' with { type: 'json' }

const set = 'sections of leaflets and labels'
const plain = (text: string) => text.replace(/\s+/g, ' ')

/** The type of a section, by a person who read it. The rules were written with these documents at hand. */
export async function measure(): Promise<Result[]> {
  if (!haveSharedData('content_library')) return [missing(set, 'regression')]
  const folders = [...readdirSync(sharedData('content_library')).map((folder) => `content_library/${folder}`), 'vtt']
  const pathOf = (file: string) => folders.map((folder) => join(sharedData(folder), file)).find(existsSync) ?? file
  const rows: { label: string; right: boolean }[] = []
  const bySource = new Map<string, Awaited<ReturnType<typeof extractDocument>>['sections']>()
  for (const { file, header, opening, label } of labelled) {
    const bytes = new Uint8Array(readFileSync(pathOf(file)))
    const sections = bySource.get(file) ?? (await extractDocument({ bytes, name: file, metadata: {} })).sections
    bySource.set(file, sections)
    const found = sections.filter(({ content }) => plain(content).includes(opening))
    const section = found.find(({ sectionHeader }) => sectionHeader === header) ?? found[0]
    rows.push({ label: `${file}, ${header}`, right: section?.sectionType === label })
  }
  return [
    rowByRow(
      set,
      'regression',
      rows,
      ({ label }) => label,
      ({ right }) => right,
    ),
  ]
}
