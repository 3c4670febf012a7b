import type { ParsedDocument } from './block.ts'
import type { SourceMetadata } from './document.ts'
import { type DomDocument, parseHtml } from './dom.ts'
import { htmlBlocks } from './html-blocks.ts'
import { refuseDeepNesting } from './html-depth.ts'
import { mainContent } from './main-content.ts'
import { plainLine } from './plain-text.ts'

/** Reads a web page: its main text, its title and the address it calls its own. */
export function readHtml(html: string, metadata: SourceMetadata): ParsedDocument {
  refuseDeepNesting(html)
  const document = parseHtml(html)
  const root = mainContent(document, html)
  const blocks = root ? htmlBlocks(root) : []
  const title = titleOf(document)
  return {
    title,
    canonicalUrl: canonicalUrlOf(document, metadata),
    blocks: blocks.filter(({ level, text }) => level === undefined || text !== title),
  }
}

/** Headings that many documents of a kind have: the name is in another. */
const genericTitle =
  /^(b\. )?(package leaflet|prospecto|folheto informativo|indlægsseddel|patient information|medication guide|home|welcome|untitled)\b/i

function titleOf(document: DomDocument): string | null {
  const meta = (property: string) => document.querySelector(`meta[property="${property}"]`)?.getAttribute('content')
  const candidates = [
    document.querySelector('h1')?.textContent,
    meta('og:title'),
    // The site's name stands behind a bar or dash.
    document.querySelector('title')?.textContent?.replace(/\s+[|–—-]\s+(?:[^|–—]{2,40})$/, ''),
  ].map((candidate) => plainLine(candidate ?? '').slice(0, 300))
  return candidates.find((candidate) => candidate !== '' && !genericTitle.test(candidate)) ?? candidates.find(Boolean) ?? null
}

function canonicalUrlOf(document: DomDocument, metadata: SourceMetadata): string | null {
  const own = [
    document.querySelector('link[rel~="canonical"]')?.getAttribute('href'),
    document.querySelector('meta[property="og:url"]')?.getAttribute('content'),
  ]
  const absolute = own.map((address) => webAddress(address, metadata.base))
  return webAddress(metadata.url) ?? absolute.find((address) => address !== null) ?? null
}

/** An http or https address, made absolute, or null. */
export function webAddress(address: string | null | undefined, base?: string | null): string | null {
  const trimmed = address?.trim() ?? ''
  if (trimmed === '' || !URL.canParse(trimmed, base ?? undefined)) return null
  const url = new URL(trimmed, base ?? undefined)
  return ['http:', 'https:'].includes(url.protocol) ? url.href : null
}
