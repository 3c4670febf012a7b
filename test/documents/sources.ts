import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceBytes, SourceMetadata } from '../../src/domain/documents/document.ts'

/** A source of text, as UTF-8. */
export function source(name: string, text: string, metadata: SourceMetadata = {}, mediaType?: string): SourceBytes {
  return { bytes: new TextEncoder().encode(text), name, mediaType, metadata }
}

const shared = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** The real documents are beside the checkout on some machines only. */
export const haveSharedData = existsSync(`${shared}content_library`)

/** A real document by its place in the shared data. */
export function realSource(path: string): SourceBytes {
  return { bytes: new Uint8Array(readFileSync(shared + path)), name: path.replace(/^.*\//, ''), metadata: {} }
}

export function realPaths(...folders: string[]): string[] {
  return folders.flatMap((folder) => (haveSharedData ? readdirSync(shared + folder).map((file) => `${folder}/${file}`) : []))
}

/** A page's lines, each `[x, y, size, text]`; `#` before the text prints it bold. */
type PdfText = [number, number, number, string][]

/** A small PDF with real text; `trailer` adds entries to its trailer (encryption). */
export function pdf(pages: PdfText[], trailer = ''): Uint8Array {
  const streams = pages.map((lines) =>
    lines
      .map(
        ([x, y, size, text]) =>
          `BT /${text.startsWith('#') ? 'B' : 'R'} ${size} Tf ${x} ${y} Td (${text.replace(/^#/, '').replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n'),
  )
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${5 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${6 + index * 2} 0 R /Resources << /Font << /R 3 0 R /B 4 0 R >> >> >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ]),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}
