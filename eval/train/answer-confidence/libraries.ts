import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { extractDocument } from '../../../src/domain/documents/extract-document.ts'
import { sharedData } from '../../corpora/shared-data.ts'
import type { Document } from '../../library/fresh-library.ts'
import { sampleDocuments } from '../../regression/chat/sample-questions.ts'

/** Labels and leaflets that no test library has. */
const files = [
  'us_labels_html/emgality.html',
  'us_labels_html/taltz.html',
  'us_labels_json/stelara.json',
  'us_labels_json/soliris.json',
  'us_labels_json/leqembi.json',
  'us_labels_json/amvuttra.json',
  'us_labels_json/spinraza.json',
  'us_labels_json/tegsedi.json',
  'us_labels_json/perseris.json',
  'us_labels_json/delestrogen.json',
  'eu_leaflets_html/amoxicillin-en.html',
  'eu_leaflets_html/domperidone-en.html',
  'eu_leaflets_html/vaxigriptetra-en.html',
  'eu_leaflets_html/skilarence-en.html',
  'eu_leaflets_html/remsima-en.html',
  'pdf/fda-veklury-2020.pdf',
]

/** The libraries that the training questions are asked of. */
export async function trainingLibrary(name: string): Promise<Document[]> {
  const labels = await Promise.all(
    files
      .map((file) => join(sharedData('content_library'), file))
      .filter(existsSync)
      .map(async (path) => {
        const name = basename(path)
        const { sections } = await extractDocument({ bytes: new Uint8Array(readFileSync(path)), name, metadata: {} })
        return { locator: name, sections }
      }),
  )
  if (name === 'sample') return sampleDocuments()
  return name === 'labels' ? labels : [...(await sampleDocuments()), ...labels]
}
