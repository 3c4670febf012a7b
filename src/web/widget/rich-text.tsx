import type { ComponentChild } from 'preact'

// Answers are text. This much of Markdown is shown as what it means: bold, lists, links. All of it becomes elements, never HTML.

const inline =
  /\*\*([^*\n]+)\*\*|\[([^\]\n]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>"')]+|\bwww\.[^\s<>"')]+)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)|((?:\+?1[-. ])?\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b1-\d{3}-[A-Z]{3}-\d{4}\b)|\b(911|988)\b/g

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

interface LinkProps {
  href: string | undefined
  newTab: string
  children: ComponentChild
}

/** A link that leaves the page alone; plain text where it may not be one. */
export function Link({ href, newTab, children }: LinkProps) {
  if (href === undefined) return <>{children}</>
  if (!href.startsWith('http')) return <a href={href}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span class="hidden"> {newTab}</span>
    </a>
  )
}

interface RichTextProps {
  text: string
  base: string
  newTab: string
  /** Whether 911 and 988 are lines to call here: in what the service itself says, not in what a label says. */
  lines?: boolean
  /** Lines that name a source, which what follows is from. */
  titles?: readonly string[]
}

function Inline({ text, base, newTab, lines }: RichTextProps) {
  const parts: ComponentChild[] = []
  let at = 0
  for (const match of text.matchAll(inline)) {
    const [whole, bold, label, target, url, mail, phone, line] = match
    if (line && !lines) continue
    parts.push(text.slice(at, match.index))
    at = match.index + whole.length
    if (bold) parts.push(<strong>{bold}</strong>)
    else if (label && target) {
      parts.push(
        <Link href={safeUrl(target, base)} newTab={newTab}>
          {label}
        </Link>,
      )
    } else if (url) {
      const end = /[.,;:!?]+$/.exec(url)?.[0] ?? ''
      const shown = url.slice(0, url.length - end.length)
      parts.push(
        <Link href={safeUrl(shown.startsWith('www.') ? `https://${shown}` : shown, base)} newTab={newTab}>
          {shown}
        </Link>,
        end,
      )
    } else if (mail) parts.push(<a href={`mailto:${mail}`}>{mail}</a>)
    else {
      const number = phone ?? line ?? ''
      parts.push(
        <a class="phone" href={telOf(number)}>
          {number}
        </a>,
      )
    }
  }
  parts.push(text.slice(at))
  return <>{parts}</>
}

const bullet = /^\s*(?:[-*•]|(\d+)[.)])\s+/

/** Paragraphs and lists of an answer. */
export function RichText(props: RichTextProps) {
  const blocks: { list: 'ul' | 'ol' | undefined; lines: string[]; isTitle?: boolean }[] = []
  for (const line of props.text.split('\n')) {
    const mark = bullet.exec(line)
    const list = mark ? (mark[1] ? 'ol' : 'ul') : undefined
    const last = blocks.at(-1)
    if (props.titles?.includes(line.trim())) blocks.push({ list: undefined, lines: [line], isTitle: true }, { list: undefined, lines: [] })
    else if (line.trim() === '') blocks.push({ list: undefined, lines: [] })
    else if (last && last.list === list && last.lines.length > 0 && !last.isTitle) last.lines.push(line.replace(bullet, ''))
    else blocks.push({ list, lines: [line.replace(bullet, '')] })
  }
  return (
    <>
      {blocks
        .filter(({ lines }) => lines.length > 0)
        .map(({ list: List, lines, isTitle }, index) =>
          List ? (
            <List key={index}>
              {lines.map((line) => (
                <li key={line}>
                  <Inline {...props} text={line} />
                </li>
              ))}
            </List>
          ) : (
            <p key={index} class={isTitle ? 'source' : undefined}>
              <Inline {...props} text={lines.join('\n')} />
            </p>
          ),
        )}
    </>
  )
}
