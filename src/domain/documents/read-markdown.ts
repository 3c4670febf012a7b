import { Marked } from 'marked'
import type { ParsedDocument } from './block.ts'
import { type SourceMetadata, UnreadableSource } from './document.ts'
import { plainLine } from './plain-text.ts'
import { readHtml } from './read-html.ts'

/** Reads Markdown, or plain text, as the page it would become. Raw HTML in it is read like any HTML: as text. */
export function readMarkdown(source: string, metadata: SourceMetadata): ParsedDocument {
  const { body, title } = withoutFrontMatter(source.replace(/\r\n?/g, '\n'))
  const reading = readHtml(`<!doctype html><html><head></head><body>${toHtml(body)}</body></html>`, metadata)
  return { ...reading, title: title ?? reading.title }
}

/** A sign between letters or figures is none of Markdown: "2*150 mg or 1*300 mg", "2~3 tablets". A falsy answer: the sign is text. */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    emStrong: (_source, _masked, before = '') => (/[\p{L}\p{N}]$/u.test(before) ? undefined : false),
    del: (source) => (source.startsWith('~~') ? false : undefined),
  },
})

function toHtml(markdown: string): string {
  refuseDeepQuotes(markdown)
  try {
    return marked.parse(markdown, { async: false })
  } catch {
    throw new UnreadableSource('It is not well-formed Markdown.')
  }
}

/** Quotes and lists within each other are parsed by recursion. */
function refuseDeepQuotes(markdown: string): void {
  if (/^[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d+[.)][ \t]+){60}/m.test(markdown)) {
    throw new UnreadableSource('Its quotes or lists are nested too deeply to be a document.')
  }
}

function withoutFrontMatter(source: string): { body: string; title: string | null } {
  const found = /^---\n([\s\S]*?)\n(?:---|\.\.\.)(?:\n|$)/.exec(source)
  if (!found) return { body: source, title: null }
  const title = /^title:\s*(['"]?)(.+)\1\s*$/m.exec(found[1] ?? '')?.[2]
  return { body: source.slice(found[0].length), title: title ? plainLine(title) || null : null }
}
