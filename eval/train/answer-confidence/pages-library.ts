import { extractDocument } from '../../../src/domain/documents/extract-document.ts'
import { towardAnswers } from '../../../src/domain/library/search/toward-answers.ts'
import type { CachedEmbeddings } from '../../library/cached-embeddings.ts'
import type { Document } from '../../library/fresh-library.ts'
import { learnTurning } from '../toward-answers/learn.ts'
import { type Page, pageFiles } from '../toward-answers/pairs.ts'

/*
 * Pages that were written with their questions, as two libraries. Each has every other page of its files; what is asked of those between
 * is what it lacks. The turning of questions has not learnt from a library's files where their questions are searched for.
 */

export const pagesLibraries = ['pages-1', 'pages-2'] as const

const filesOf = (library: string) => pageFiles().filter((_, at) => pagesLibraries[at % 2] === library)

/** All pages of its files, and whether it has each. */
export const pagesOf = (library: string): { page: Page; isIn: boolean }[] =>
  filesOf(library)
    .flatMap(({ pages }) => pages)
    .map((page, at) => ({ page, isIn: at % 2 === 0 }))

/** The documents of such a library; undefined for any other. */
export async function pagesLibrary(library: string): Promise<Document[] | undefined> {
  if (!(pagesLibraries as readonly string[]).includes(library)) return undefined
  return Promise.all(
    pagesOf(library)
      .filter(({ isIn }) => isIn)
      .map(async ({ page: { title, header, text } }, at) => {
        const name = `${library}-${at}.md`
        const bytes = new Uint8Array(Buffer.from(`# ${title}\n\n## ${header}\n\n${text}\n`))
        return { locator: name, sections: (await extractDocument({ bytes, name, metadata: {} })).sections }
      }),
  )
}

/** How the questions of each such library are turned. */
export async function turnsOfPages(embeddings: CachedEmbeddings): Promise<ReadonlyMap<string, typeof towardAnswers>> {
  const turns = new Map<string, typeof towardAnswers>()
  for (const library of pagesLibraries) {
    const turning = await learnTurning(
      embeddings,
      filesOf(library).map(({ name }) => name),
    )
    turns.set(library, (question, vector) => towardAnswers(question, vector, turning))
  }
  return turns
}
