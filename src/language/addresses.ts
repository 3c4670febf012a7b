import { plainText } from './plain-characters.ts'

/** The addresses and the markup that some texts have, so that an answer drawn from them may have no others. */
export interface KnownChunks {
  /** Whether what stands between two spaces is plain words, or stands in the texts. */
  allows: (chunk: string) => boolean
}

const scheme =
  /^(?:[a-z][a-z0-9+.-]{1,20}:\/|(?:javascript|vbscript|data|mailto|tel|sms|file|blob|about|intent|ftp|cid|whatsapp|skype|facetime|market|view-source):)/
const mail = /[^\s@]@[^\s@]|^@\w/
/** "evil.example", "a.b.co/path": letters behind the last point, so neither "1.5" nor "e.g." */
const domain = /^(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.)+\p{Ll}[\p{L}\d-]+(?:[:/?#].*)?$/u
const knownEndings =
  /\.(?:com|org|net|gov|edu|info|io|co|us|uk|ru|cn|de|fr|app|dev|link|health|xyz|online|site|shop|top|me|ly|gl)(?:[:/?#].*)?$/
/** "days.After": a sentence that lost its space. */
const lostSpace = /\p{L}\.\p{Lu}/u
const writtenOut = /\[(?:\.|dot|at|@|:)\]|\((?:dot|at|\.|@)\)|\{(?:dot|at)\}|^hxxps?/
/** A number whose end is spelled: 1-800-BAD-DRUG. */
const vanityNumber = /(?:^|[^\d])8(?:00|33|44|55|66|77|88)[-. )]+[a-z\d-]*[a-z]{2,}/
const image = /!\[/
const linkTarget = /\](?:\(|\[|:)<?([^)\s>\]]*)/
const autolink = /^<([^<>\s]+)>$/
const tag = /<(?:[a-z!?/])/
const entity = /&(?:#\w{1,8}|[a-z][a-z\d]{1,30});/
const fence = /```|~~~/
/** Handlers of events, and styles that fetch. */
const script = /\bon[a-z]{3,20}=|\burl\(|\bexpression\(|\{\{|\$\{|<%/

/** Punctuation around a chunk that belongs to the sentence. */
const around = /^[\s"'“‘([{<–-]+|[\s"'”’)\]}>.,;:!?…–-]+$/g

/** An address without what may differ: scheme, "www.", a slash at the end. */
const canonical = (address: string) =>
  address
    .replace(around, '')
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '')

const isAddress = (chunk: string, written: string): boolean =>
  scheme.test(chunk) ||
  /^(?:www\.|\/\/[a-z])/.test(chunk) ||
  /[a-z]:\/\//.test(chunk) ||
  mail.test(chunk) ||
  writtenOut.test(chunk) ||
  vanityNumber.test(chunk) ||
  (domain.test(chunk) && (!lostSpace.test(written) || knownEndings.test(chunk)))

const isMarkup = (plain: string, written: string): boolean =>
  image.test(plain) || tag.test(plain) || entity.test(plain) || fence.test(written) || script.test(plain)

/** Whether what stands between two spaces has HTML, or Markdown's images, links or fences. Nobody says those. */
export function hasMarkup(written: string): boolean {
  const plain = plainText(written)
  return isMarkup(plain, written) || linkTarget.test(plain)
}

/** The parts of a chunk that may each be an address: "<a@b.c>,d@e.f". */
const partsOf = (plain: string) => plain.split(/[,;|]+(?=\S)/)

/** Reads the addresses and the markup of texts; linear in their length. */
export function knownChunks(texts: readonly string[]): KnownChunks {
  const addresses = new Set<string>()
  const marked = new Set<string>()
  for (const written of texts.flatMap((text) => text.split(/\s+/))) {
    const plain = plainText(written)
    if (isMarkup(plain, written)) marked.add(written)
    for (const part of partsOf(plain)) {
      const own = canonical(part)
      if (!isAddress(part.replace(around, ''), written)) continue
      addresses.add(own)
      // Whoever names a page names its site.
      addresses.add(own.replace(/[/?#].*$/, ''))
    }
  }
  const isKnown = (address: string) => addresses.has(canonical(address))
  return {
    allows(written) {
      if (/^[\p{L}\d'’-]*[.,]?$/u.test(written) && !/\d/.test(written)) return true
      const plain = plainText(written)
      if (marked.has(written)) return true
      const automatic = autolink.exec(plain)?.[1]
      if (automatic !== undefined && isKnown(automatic)) return true
      if (isMarkup(plain, written)) return false
      const target = linkTarget.exec(plain)
      if (target && !isKnown(target[1] ?? '')) return false
      const rest = target ? plain.slice(0, target.index) : plain
      return partsOf(rest).every((part) => !isAddress(part.replace(around, ''), written) || isKnown(part))
    },
  }
}
