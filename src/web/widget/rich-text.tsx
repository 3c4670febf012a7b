import type { ComponentChild } from 'preact'
import { type AnswerTextOptions, blocksOf, type Piece } from '../answer-text.ts'

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

interface PiecesProps {
  of: Piece[]
  newTab: string
}

const Pieces = ({ of, newTab }: PiecesProps) => (
  <>
    {of.map(({ text, kind, href }, at) => {
      if (kind === 'bold') return <strong key={at}>{text}</strong>
      if (kind === 'phone') {
        return (
          <a key={at} class="phone" href={href}>
            {text}
          </a>
        )
      }
      return (
        <Link key={at} href={href} newTab={newTab}>
          {text}
        </Link>
      )
    })}
  </>
)

/** Paragraphs and lists of an answer. */
export const RichText = ({ text, newTab, ...reading }: AnswerTextOptions & { text: string; newTab: string }) => (
  <>
    {blocksOf(text, reading).map(({ kind, lines, start }, at) => {
      const [first = []] = lines
      if (kind === 'paragraph' || kind === 'source') {
        return (
          <p key={at} class={kind === 'source' ? 'source' : undefined}>
            <Pieces of={first} newTab={newTab} />
          </p>
        )
      }
      const List = kind
      return (
        <List key={at} start={start}>
          {lines.map((line, at) => (
            <li key={at}>
              <Pieces of={line} newTab={newTab} />
            </li>
          ))}
        </List>
      )
    })}
  </>
)
