import { pagesLibraries, pagesOf } from './pages-library.ts'
import type { TrainingQuestion } from './training-questions.ts'

/** Of a page that its library lacks so many questions are asked. */
const lackingOfPage = 3

/** What is asked of the pages, and of those that their libraries lack. */
export const questionsOfPages = (): TrainingQuestion[] =>
  pagesLibraries.flatMap((library) =>
    pagesOf(library).flatMap(({ page: { header, questions }, isIn }, number) =>
      questions.slice(0, isIn ? undefined : lackingOfPage).map(
        (question, at): TrainingQuestion => ({
          id: `${library}-${number}-${at}`,
          library,
          earlier: [],
          question,
          facts: [],
          sections: isIn ? [header] : [],
          kind: isIn ? 'answerable' : 'lacking',
        }),
      ),
    ),
  )
