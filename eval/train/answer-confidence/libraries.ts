import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { extractDocument } from '../../../src/domain/documents/extract-document.ts'
import { metadataOf } from '../../../src/domain/library/metadata.ts'
import { sharedData } from '../../corpora/shared-data.ts'
import type { Document } from '../../library/fresh-library.ts'
import { sampleDocuments } from '../../regression/chat/sample-questions.ts'
import { pagesLibrary } from './pages-library.ts'

/** Labels and leaflets that no test library has. */
const labels = [
  'emgality.html',
  'taltz.html',
  'stelara.json',
  'soliris.json',
  'leqembi.json',
  'amvuttra.json',
  'spinraza.json',
  'tegsedi.json',
  'perseris.json',
  'delestrogen.json',
  'amoxicillin-en.html',
  'domperidone-en.html',
  'vaxigriptetra-en.html',
  'skilarence-en.html',
  'remsima-en.html',
  'fda-veklury-2020.pdf',
]

const samples = join(import.meta.dirname, '../../../prisma/seed/library')
const folders = () => [
  samples,
  ...['us_labels_json', 'us_labels_html', 'eu_leaflets_html', 'pdf'].map((kind) => join(sharedData('content_library'), kind)),
]

const pathOf = (name: string) =>
  folders()
    .map((folder) => join(folder, basename(name)))
    .find(existsSync)

async function documentAt(path: string): Promise<Document> {
  const name = basename(path)
  const meta = path.replace(/\.\w+$/, '.meta.json')
  const metadata = existsSync(meta) ? metadataOf(readFileSync(meta, 'utf8')) : {}
  const { sections } = await extractDocument({ bytes: new Uint8Array(readFileSync(path)), name, metadata })
  return { locator: name, sections }
}

/** Documents of the sample library and of public labels and leaflets, by their file names; without those that are not on this machine. */
const documentsNamed = (names: readonly string[]): Promise<Document[]> =>
  Promise.all(names.flatMap((name) => pathOf(name) ?? []).map(documentAt))

/** The libraries that the training questions are asked of: sample, labels, both, pages, or a round's folder. */
export async function trainingLibrary(name: string): Promise<Document[]> {
  if (name === 'sample') return sampleDocuments()
  if (name === 'labels') return documentsNamed(labels)
  if (name === 'both') return [...(await sampleDocuments()), ...(await documentsNamed(labels))]
  const pages = await pagesLibrary(name)
  if (pages) return pages
  return documentsNamed(JSON.parse(readFileSync(join(roundFolder(name), 'library.json'), 'utf8')).documents)
}

/** Where the questions of a round are, or those written to be learnt from in a round's format. */
export const roundFolder = (name: string): string =>
  name.startsWith('round-') ? join(import.meta.dirname, '../../regression/rounds', name) : join(import.meta.dirname, name)
