import { plainText } from '../../../../language/plain-characters.ts'
import { stem } from '../../../../language/stems.ts'
import type { Word } from '../../../../language/words.ts'
import { wordsOf } from '../../../../language/words.ts'
import { type Claim, isHelpWord, isKeyWord, type ReadSentence, readSentence } from './claims.ts'

/** What an answer is drawn from, as its guard compares it. */
export interface AnswerSource {
  title: string
  sectionHeader: string | null
  content: string
}

/** A sentence of a source that claims something. */
interface ClaimStated {
  /** What it is about, with its heading and the sentence before it. */
  context: ReadonlySet<string>
  /** It is about the medicine and nothing else. */
  isBare: boolean
}

export interface StatedClaims {
  /** Whether the sources make such a claim of the same things. `before`: the words of the sentence before it. */
  supports: (claim: Claim, sentence: ReadSentence, before: readonly Word[]) => boolean
}

/** What supports a claim beside a claim of its own kind. */
const alsoSupporting: Record<string, readonly string[]> = { safe: ['permits'], sign: ['names sign', 'diagnosis'] }
/** Words of a claim that are compared, before and after it. */
const reach = { before: 5, after: 9 }
/** Words that say nothing of what a claim is about. */
const idle = new Set(
  `a an the and or but of to in on at for with by from as if is are was were be been being do does did done have has had having it its this that
  these those they them their there here you your yours i we our us he she his her my me not no never nor dont doesnt didnt isnt arent wont cant
  cannot can could may might must shall should will would so too very while during other others because until just only also even ever then than when while about any some all more most
  much many such own same into onto over under up down out off again once need needs needed necessary have get got make makes take takes taking
  taken use used using call calls calling contact ask tell talk see go going safe safely fine okay ok alright right harmless risk risks danger
  harm hurt known real problem problems perfectly completely totally generally quite really still always yes well usual normally usually likely
  probably un una el la los las de del que y o en con para por su sus tu es son se lo no si al`.split(/\s+/),
)

/** Reads what the sources claim, sentence by sentence, each under its section's title. */
export function statedClaims(sources: readonly AnswerSource[]): StatedClaims {
  const names = new Set(sources.flatMap(({ title }) => stemsOf(wordsOf(plainText(title)))))
  const unnamed = (stems: readonly string[]) => stems.filter((one) => !names.has(one))
  const stated = new Map<string, ClaimStated[]>()
  const everything = new Set<string>()
  for (const { kinds, heading, before, own } of sources.flatMap(readOnce)) {
    const context = new Set([...heading, ...before, ...own])
    for (const one of context) everything.add(one)
    const isBare = unnamed([...before, ...own]).length === 0
    for (const kind of kinds) stated.set(kind, [...(stated.get(kind) ?? []), { context, isBare }])
  }
  const ofTopic = (words: readonly Word[]) => unnamed(stemsOf(words.filter(({ word }) => !isHelpWord(word))))
  /** What a claim is about; what "it" stands for where its own words do not say. */
  const topicOf = (...words: (readonly Word[])[]) => {
    let topic: string[] = []
    for (const more of words) {
      if (topic.length > 0) break
      topic = ofTopic(more)
    }
    return topic
  }
  return {
    supports(claim, sentence, before) {
      const { kind } = claim
      if (kind.startsWith('every ')) return stated.has(kind) || stated.has(kind.replace('every', 'names'))
      const near = sentence.words.slice(Math.max(0, claim.from - reach.before), claim.to + reach.after)
      const named = near.filter(({ word }) => isKeyWord(word))
      const must = named.map(({ word }) => stem(word))
      if (kind === 'given') return must.every((word) => everything.has(word))
      const about = kind === 'safe' ? topicOf(near, sentence.words.slice(0, claim.from), before) : topicOf(near)
      const isStated = (least: number) => (one: ClaimStated) => {
        if (!must.every((word) => one.context.has(word))) return false
        const same = about.filter((word) => one.context.has(word)).length
        return about.length === 0 ? least === 1 && one.isBare : same >= least && same >= about.length * leastShare(kind)
      }
      return (
        (stated.get(kind) ?? []).some(isStated(1)) ||
        (alsoSupporting[kind] ?? []).some((other) => (stated.get(other) ?? []).some(isStated(2)))
      )
    },
  }
}

/** A sentence of a source: what it claims, and the stems of its words, of the sentence before it and of its heading. */
interface SourceSentence {
  kinds: readonly string[]
  heading: readonly string[]
  before: readonly string[]
  own: readonly string[]
}

/** Sections that were read. Sections rarely change, and many answers are drawn from one. */
const known = new Map<string, SourceSentence[]>()
const maxKnown = 2_000

function readOnce(source: AnswerSource): SourceSentence[] {
  const key = JSON.stringify([source.title, source.sectionHeader, source.content])
  const read = known.get(key) ?? sentencesOf(source)
  if (known.size >= maxKnown) known.clear()
  known.set(key, read)
  return read
}

function sentencesOf({ title, sectionHeader, content }: AnswerSource): SourceSentence[] {
  const heading = stemsOf(wordsOf(plainText(`${title} ${sectionHeader ?? ''}`)))
  let before: string[] = []
  return [sectionHeader ?? '', ...content.split(/(?<=[.!?;])\s+|\n+/)].map((sentence) => {
    const { words, claims } = readSentence(plainText(sentence))
    const own = stemsOf(words)
    const read = { kinds: [...new Set(claims.map(({ kind }) => kind))], heading, before, own }
    before = own
    return read
  })
}

/** How much of a claim's topic a source has to name. What harms counts for more. */
const leastShare = (kind: string) => (kind === 'safe' ? 2 / 3 : 1 / 2)

const stemsOf = (words: readonly Word[]): string[] => [
  ...new Set(words.filter(({ word }) => !idle.has(word) && (!/^\d+$/.test(word) || isHelpWord(word))).map(({ word }) => stem(word))),
]
