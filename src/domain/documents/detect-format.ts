import { type SourceBytes, type SourceFormat, UnreadableSource } from './document.ts'

const byMediaType: Record<string, SourceFormat | 'json'> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'text/vtt': 'vtt',
  'text/srt': 'srt',
  'application/x-subrip': 'srt',
  'application/srt': 'srt',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/json': 'json',
  'text/json': 'json',
  'application/jsonl': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/ndjson': 'jsonl',
}

const byExtension: Record<string, SourceFormat | 'json'> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  vtt: 'vtt',
  srt: 'srt',
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
}

const notSupported =
  'This format is not supported. Give HTML, PDF, WebVTT, SRT, Markdown, plain text, an openFDA label (JSON) or prepared sections (JSONL).'

/**
 * The format by media type, then by name, then by the first bytes. A PDF is known by its bytes alone: servers
 * send PDFs as anything.
 */
export function detectFormat({ bytes, name, mediaType }: SourceBytes): SourceFormat {
  if (bytes.length === 0) throw new UnreadableSource('The file is empty.')
  const start = startOf(bytes)
  const isPdf = start.slice(0, 1024).includes('%PDF-')
  if (isPdf && !/^\s*</.test(start)) return 'pdf'
  const essence = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const told = byMediaType[essence] ?? byExtension[extension] ?? sniff(start)
  if (told === 'pdf' && !isPdf) throw new UnreadableSource('It is called a PDF but is none.')
  if (told === 'json') return /^\s*\{[^\n]*"content"\s*:/.test(start) && !/"results"\s*:/.test(start) ? 'jsonl' : 'openfda'
  return told
}

function startOf(bytes: Uint8Array): string {
  // Enough of UTF-16 to sniff by: without its zero bytes.
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1').replaceAll('\0', '')
  return start.replace(/^(ï»¿|ÿþ|þÿ)/, '')
}

/** How archives, programs, images and office documents begin. */
const foreign = ['PK\x03\x04', '\x7fELF', 'MZ\x90', '\x89PNG', 'GIF8', 'ÿØÿ', '\x1f\x8b', 'ÐÏ\x11à', '{\\rtf']

function sniff(start: string): SourceFormat | 'json' {
  if (foreign.some((signature) => start.startsWith(signature))) throw new UnreadableSource(notSupported)
  if (start.startsWith('WEBVTT')) return 'vtt'
  if (/^\s*\d+\s*\r?\n\d+:\d\d:\d\d[,.]\d+\s*-->/.test(start)) return 'srt'
  if (/^\s*[{[]\s*["{}\]]/.test(start)) return 'json'
  if (/^\s*(<!doctype\s+html|<!--|<\?xml|<(html|head|body|main|article|section|div|p|h1|h2|table)[\s>])/i.test(start)) return 'html'
  return 'markdown'
}
