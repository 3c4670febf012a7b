import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedRows } from './shared-data.ts'

export interface Labelled {
  text: string
  adverse: boolean
  /** The review, abstract or conversation that it comes from: all of one are in the same part. */
  document: string
  weight?: number
}

/** 35 % of the documents, by their name, are looked at only when everything is settled. */
export const isHeldOut = ({ document }: Pick<Labelled, 'document'>) =>
  Number.parseInt(createHash('sha1').update(document).digest('hex').slice(0, 8), 16) % 100 < 35

/** Patients' own words on four antidepressants; adverse reaction or withdrawal (PsyTAR, CC BY 4.0). */
export const psytar = (): Labelled[] =>
  sharedRows('psytar_dev.jsonl').map(({ id, text, ade }) => ({ text, adverse: ade, document: id.replace(/-\d+$/, '') }))

/** Sentences of case reports in PubMed (ADE Corpus V2). */
export const adeCorpus = (): Labelled[] =>
  sharedRows('ade_corpus_dev.jsonl').map(({ pmid, text, ade }) => ({ text, adverse: ade, document: pmid }))

/** Sentences said on the phone to a support line, written for this project: 1 or 0, a tab, the sentence. */
export const phoneSentences = (): Labelled[] =>
  readFileSync(join(import.meta.dirname, '../train/adverse-mentions/phone-sentences.tsv'), 'utf8')
    .split('\n')
    .filter((line) => /^[01]\t/.test(line))
    .map((line, index) => ({ text: line.slice(2), adverse: line.startsWith('1'), document: `phone-${index}` }))

export interface Talk {
  set: string
  turns: { speaker: string; text: string }[]
}

/** Talks of doctors and patients; the doctor's side is named as our agent's. */
export const talks = (): Talk[] =>
  ['mts_dialog', 'primock57', 'aci_bench'].flatMap((set) =>
    sharedRows(`conversations/${set}_dev.jsonl`).map(({ turns }) => ({
      set,
      turns: turns.map(({ speaker, text }: Talk['turns'][number]) => ({
        speaker: /doctor|clinician/.test(speaker) ? 'agent' : 'user',
        text,
      })),
    })),
  )

/**
 * What callers say (eval/regression/safety/phone-reports.tsv): label, kind, utterance.
 * @param mended with those that rules were mended for while they were written
 */
export const phoneTable = ({ mended = false } = {}): Labelled[] =>
  readFileSync(join(import.meta.dirname, '../regression/safety/phone-reports.tsv'), 'utf8')
    .split('\n')
    .filter((line) => /^[01]\t/.test(line) && (mended || !/^[01]\treview\t/.test(line)))
    .map((line) => ({ text: line.split('\t')[2] ?? '', adverse: line.startsWith('1'), document: 'phone table' }))
