// Answers are text. This much of Markdown is read as what it means: bold, lists, links. The widget and the console make elements of what is
// read here, never HTML.

const inline =
  /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>"')]+|\bwww\.[^\s<>"')]+)|(\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)|((?:\+?1[-. ])?\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1-\d{3}-[A-Z]{3}-\d{4}\b)|\b(911|988)\b/g

/** Telephone numbers that a text names, in their order: emergency lines first of all. */
export function phonesIn(text: string): string[] {
  const found = [...text.matchAll(inline)].flatMap(([, , , , , , phone, line]) => phone ?? line ?? [])
  return [...new Set(found)]
}

const keypad = ['', '', 'ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** `tel:` of a number as people write it: 1-800-FDA-1088 is dialled +18003321088. */
export function telOf(phone: string): string {
  const digits = phone.replace(/[A-Z]/g, (letter) => String(keypad.findIndex((letters) => letters.includes(letter)))).replace(/\D/g, '')
  if (digits.length <= 3) return `tel:${digits}`
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`
}

/** The address, where a link may lead there. */
export function safeUrl(address: string, base: string): string | undefined {
  try {
    const { protocol, href } = new URL(address, base)
    return ['http:', 'https:', 'tel:', 'mailto:'].includes(protocol) ? href : undefined
  } catch {
    return undefined
  }
}

/** A stretch of text: plain, bold, or a link where it has an address. */
export interface Piece {
  text: string
  kind?: 'bold' | 'phone'
  href?: string | undefined
}

/** A paragraph has one line, a list one for each entry; a source is a line that names what the lines after it are from. */
export interface Block {
  kind: 'paragraph' | 'source' | 'ul' | 'ol'
  lines: Piece[][]
  /** The number of a list's first entry, where it is not 1: instructions that are cut into sections go on. */
  start?: number
}

export interface AnswerTextOptions {
  /** What relative addresses are relative to. */
  base: string
  /** Whether 911 and 988 are lines to call here: in what the service itself says, not in what a label says. */
  emergencyLines?: boolean
  /** Lines that name a source, which what follows is from. */
  titles?: readonly string[]
}

function linkTo(url: string, base: string): Piece[] {
  const end = /[.,;:!?]+$/.exec(url)?.[0] ?? ''
  const text = url.slice(0, url.length - end.length)
  return [{ text, href: safeUrl(text.startsWith('www.') ? `https://${text}` : text, base) }, { text: end }]
}

function piecesOf(line: string, { base, emergencyLines }: AnswerTextOptions): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of line.matchAll(inline)) {
    const [whole, bold, label, target, url, mail, , emergency] = match
    if (emergency && !emergencyLines) continue
    pieces.push({ text: line.slice(at, match.index) })
    at = match.index + whole.length
    if (bold) pieces.push({ text: bold, kind: 'bold' })
    else if (label && target) pieces.push({ text: label, href: safeUrl(target, base) })
    else if (url) pieces.push(...linkTo(url, base))
    else if (mail) pieces.push({ text: mail, href: `mailto:${mail}` })
    else pieces.push({ text: whole, kind: 'phone', href: telOf(whole) })
  }
  pieces.push({ text: line.slice(at) })
  return pieces.filter(({ text }) => text !== '')
}

const bullet = /^\s*(?:[-*•]|(\d+)[.)])\s+/

/** Paragraphs and lists of an answer. */
export function blocksOf(text: string, reading: AnswerTextOptions): Block[] {
  const blocks: { kind: Block['kind']; lines: string[]; start?: number }[] = []
  for (const line of text.split('\n')) {
    const mark = bullet.exec(line)
    const kind = mark ? (mark[1] ? 'ol' : 'ul') : 'paragraph'
    const last = blocks.at(-1)
    if (reading.titles?.includes(line.trim())) blocks.push({ kind: 'source', lines: [line] })
    else if (line.trim() === '') blocks.push({ kind: 'paragraph', lines: [] })
    else if (last?.kind === kind && last.lines.length > 0) last.lines.push(line.replace(bullet, ''))
    else blocks.push({ kind, lines: [line.replace(bullet, '')], ...(mark?.[1] && mark[1] !== '1' && { start: Number(mark[1]) }) })
  }
  return blocks
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, ...block }) => {
      const apart = block.kind === 'ul' || block.kind === 'ol' ? lines : [lines.join('\n')]
      return { ...block, lines: apart.map((line) => piecesOf(line, reading)) }
    })
}

/** An answer without its marks, for where it is read aloud or there is no room for paragraphs. */
export const plainText = (text: string): string =>
  blocksOf(text, { base: 'https://localhost' })
    .flatMap(({ kind, lines, start = 1 }) =>
      lines.map((pieces, at) => (kind === 'ol' ? `${start + at}. ` : '') + pieces.map((piece) => piece.text).join('')),
    )
    .join('\n')
