import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { HttpProblem } from '../http/problem.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/** The folder of what the build bundled for browsers, whether this module runs from `src` or from `dist`. */
export const builtFolder = (name: 'widget' | 'console'): string => `${built}${name}`

/** Answers 503 where the pages were not built: the service started from its sources. */
export const onceBuilt =
  (name: 'widget' | 'console'): RequestHandler =>
  (_request, _response, next) => {
    if (!existsSync(builtFolder(name))) throw new HttpProblem('UNAVAILABLE', 'The pages are not built. Run: npm run build')
    next()
  }
