import { extractDocument } from '../../../src/domain/documents/extract-document.ts'
import { towardAnswers } from '../../../src/domain/library/search/toward-answers.ts'
import type { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import type { Document } from '../../library/fresh-library.ts'
import { learnTurning } from '../toward-answers/learn.ts'
import { type Page, pageFiles } from '../toward-answers/pairs.ts'
import type { TrainingQuestion } from './training-questions.ts'

/*
 * Pages that were written with their questions, as two libraries. Each has every other page of its files; what is asked of those between
 * is what it lacks. The turning of questions has not learnt from a library's files where their questions are searched for.
 */

const libraries = ['pages-1', 'pages-2'] as const
const lackingOfPage = 3

const filesOf = (library: string) => pageFiles().filter((_, at) => libraries[at % 2] === library)
const pagesOf = (library: string): Page[] => filesOf(library).flatMap(({ pages }) => pages)
const isIn = (at: number) => at % 2 === 0

export const questionsOfPages = (): TrainingQuestion[] =>
  libraries.flatMap((library) =>
    pagesOf(library).flatMap(({ header, questions }, page) =>
      questions.slice(0, isIn(page) ? undefined : lackingOfPage).map(
        (question, at): TrainingQuestion => ({
          id: `${library}-${page}-${at}`,
          library,
          earlier: [],
          question,
          facts: [],
          sections: isIn(page) ? [header] : [],
          kind: isIn(page) ? 'answerable' : 'lacking',
        }),
      ),
    ),
  )

/** The documents of such a library; undefined for any other. */
export async function pagesLibrary(library: string): Promise<Document[] | undefined> {
  if (!(libraries as readonly string[]).includes(library)) return undefined
  return Promise.all(
    pagesOf(library)
      .filter((_, at) => isIn(at))
      .map(async ({ title, header, text }, at) => {
        const name = `${library}-${at}.md`
        const bytes = new Uint8Array(Buffer.from(`# ${title}\n\n## ${header}\n\n${text}\n`))
        return { locator: name, sections: (await extractDocument({ bytes, name, metadata: {} })).sections }
      }),
  )
}

/** How the questions of each such library are turned. */
export async function turnsOfPages(embeddings: CachedEmbeddings): Promise<ReadonlyMap<string, typeof towardAnswers>> {
  const turns = new Map<string, typeof towardAnswers>()
  for (const library of libraries) {
    const turning = await learnTurning(
      embeddings,
      filesOf(library).map(({ name }) => name),
    )
    turns.set(library, (question, vector) => towardAnswers(question, vector, turning))
  }
  return turns
}
