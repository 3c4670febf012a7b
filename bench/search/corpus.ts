import { pick, seeded, shuffled } from '../../eval/random.ts'
import { passages } from '../../src/domain/documents/chunks.ts'
import type { Section, SectionType } from '../../src/domain/documents/section.ts'
import type { Sentence, Texts } from './texts.ts'

/** A section with the chunks that the sentences of each of its passages come from. */
export interface MadeItem {
  section: Section
  origins: number[][]
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** What MedQuAD's kinds of question are in our sections. */
const sectionTypeOf: Record<string, SectionType> = {
  information: 'faq',
  'genetic changes': 'faq',
  inheritance: 'faq',
  frequency: 'faq',
  causes: 'faq',
  research: 'faq',
  symptoms: 'side_effects',
  complications: 'side_effects',
  outlook: 'side_effects',
  treatment: 'dosing',
  prevention: 'dosing',
  'exams and tests': 'patient_support',
  susceptibility: 'patient_support',
  considerations: 'patient_support',
  stages: 'patient_support',
}

const headers: Record<string, ((focus: string, brand: string) => string)[]> = {
  information: [(focus) => `What is ${focus}?`, (_focus, brand) => `About ${brand}`, (focus, brand) => `${brand} and ${focus}`],
  symptoms: [
    (focus) => `What are the symptoms of ${focus}?`,
    (_focus, brand) => `Side effects of ${brand}`,
    (focus, brand) => `Signs of ${focus} while taking ${brand}`,
  ],
  treatment: [
    (focus) => `What are the treatments for ${focus}?`,
    (_focus, brand) => `How should I take ${brand}?`,
    (focus, brand) => `Dosing of ${brand} in ${focus}`,
  ],
}
const otherHeaders = (type: string) => [
  (focus: string) => `${type[0]?.toUpperCase()}${type.slice(1)} of ${focus}`,
  (_focus: string, brand: string) => `${brand}: ${type}`,
]

const titles = [
  (focus: string) => focus,
  (focus: string, brand: string) => `${brand} for ${focus}`,
  (_focus: string, brand: string) => `${brand} patient guide`,
  (focus: string, brand: string) => `Living with ${focus}: ${brand}`,
]

const syllables = 'ba ce dru fe go hi ja ko lu mi no pra qui re so ti ul va xe yl zo lant mab nib stat vir tid gli pax zen'.split(' ')

/** The name of a medicine: a real one for the first documents, then made ones. */
const nameOf = (brands: readonly string[], document: number, random: () => number) => {
  const made = Array.from({ length: 3 + Math.floor(random() * 2) }, () => pick(random, syllables)).join('')
  return brands[document] ?? `${made[0]?.toUpperCase()}${made.slice(1)}`
}

/**
 * Items of a library, always the same for the same size: documents of six sections about one focus and one medicine.
 * A section's sentences come from answers about the focus and about those nearest to it, with the focus put in.
 * @param near the foci nearest to each
 */
export function* makeItems(texts: Texts, near: ReadonlyMap<string, readonly string[]>, count: number): Generator<MadeItem> {
  const random = seeded(2)
  const brands = shuffled(random, texts.brands)
  const foci = shuffled(random, [...texts.sentences.keys()])
  const types = [...new Set(texts.pairs.map(({ questionType }) => questionType))]
  const weights = texts.pairs.map(({ questionType }) => questionType)
  for (let made = 0, document = 0; made < count; document++) {
    const focus = foci[document % foci.length] ?? ''
    const brand = nameOf(brands, document, random)
    const title = pick(random, titles)(focus, brand)
    const chosen = new Set<string>()
    while (chosen.size < Math.min(6, types.length)) chosen.add(pick(random, weights))
    for (const type of chosen) {
      if (made++ >= count) return
      const stored = random() < 0.03
      const header = stored ? `How to store ${brand}` : pick(random, headers[type] ?? otherHeaders(type))(focus, brand)
      const sentences = mixed(texts, near.get(focus) ?? [], focus, type, random)
      const about = sentences.map(({ text, focus: own }) => (own === focus ? text : text.replaceAll(own, focus))).join(' ')
      const content = about.includes(focus) ? about.replace(focus, () => `${focus} (${brand})`) : `${about} (${brand})`
      const section: Section = {
        title,
        sectionHeader: header,
        content,
        sectionType: stored ? 'storage' : (sectionTypeOf[type] ?? 'faq'),
        classifiedBy: 'given',
        sourceType: 'webpage',
        sourceUrl: `https://library.example/${document}`,
        page: null,
        videoId: null,
        videoDurationSeconds: null,
        timestampStart: null,
        timestampEnd: null,
        thumbnailUrl: null,
      }
      yield { section, origins: originsOf(section, sentences, focus) }
    }
  }
}

/** About 150 to 200 words: half of them about the focus, the rest about its neighbours, the same kind of question first. */
function mixed(texts: Texts, near: readonly string[], focus: string, type: string, random: () => number): Sentence[] {
  const chosen: Sentence[] = []
  const wanted = 150 + Math.floor(random() * 30)
  let words = 0
  for (let tries = 0; words < wanted && tries < 60; tries++) {
    const from = texts.sentences.get(near.length === 0 || random() < 0.5 ? focus : pick(random, near))
    if (!from) continue
    const ofType = from.byType.get(type) ?? []
    const sentence = pick(random, ofType.length > 0 && random() < 0.8 ? ofType : from.all)
    if (words + sentence.words > wanted + 30 || chosen.includes(sentence)) continue
    chosen.push(sentence)
    words += sentence.words
  }
  return chosen.length > 0 ? chosen : (texts.sentences.get(focus)?.all.slice(0, 1) ?? [])
}

/** Which chunks the sentences of each passage come from, by counting words. */
function originsOf(section: Section, sentences: readonly Sentence[], focus: string): number[][] {
  const ends: { end: number; chunk: number }[] = []
  let end = 0
  for (const { text, focus: own, chunk } of sentences) {
    end += wordsOf(own === focus ? text : text.replaceAll(own, focus)).length
    ends.push({ end, chunk })
  }
  let from = 0
  return passages(section).map((passage) => {
    const to = from + wordsOf(passage).length
    const start = from
    from = to
    const touched = ends.filter((entry, index) => entry.end > start && (ends[index - 1]?.end ?? 0) < to).map(({ chunk }) => chunk)
    return touched.length > 0 ? touched : [ends.at(-1)?.chunk ?? 0]
  })
}
