import { blocksOf, type Piece } from '../../answer-text.ts'
import './answer.css'

const Pieces = ({ of }: { of: Piece[] }) =>
  of.map(({ text, kind, href }, at) => {
    if (kind === 'bold') return <strong key={at}>{text}</strong>
    if (href === undefined) return text
    return href.startsWith('http') ? (
      <a key={at} href={href} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      <a key={at} href={href}>
        {text}
      </a>
    )
  })

interface Props {
  text: string
  /** What it rests on: a line that is a title heads what follows. */
  resources: readonly { title: string }[]
}

/** An answer as the visitor sees it: paragraphs, lists, links; text stays text. */
export const Answer = ({ text, resources }: Props) => (
  <div className="answer">
    {blocksOf(text, { base: location.origin, titles: resources.map(({ title }) => title) }).map(({ kind, lines, start }, at) => {
      const [first = []] = lines
      if (kind === 'paragraph' || kind === 'source') {
        return (
          <p key={at} className={kind === 'source' ? 'source' : undefined}>
            <Pieces of={first} />
          </p>
        )
      }
      const List = kind
      return (
        <List key={at} {...(start && { start })}>
          {lines.map((line, at) => (
            <li key={at}>
              <Pieces of={line} />
            </li>
          ))}
        </List>
      )
    })}
  </div>
)
