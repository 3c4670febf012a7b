import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { haveSharedData, sharedData } from './shared-data.ts'

const samples = join(import.meta.dirname, '../../prisma/seed/library')
const content = 'content_library'

/** The path of a document by its name, in the sample library or the public one. @throws Error if there is none */
export function documentPath(name: string): string {
  const folders = haveSharedData(content) ? readdirSync(sharedData(content)).map((folder) => join(sharedData(content), folder)) : []
  const path = [samples, ...folders, sharedData('vtt')].map((folder) => join(folder, basename(name))).find(existsSync)
  if (!path) throw new Error(`There is no document ${name}.`)
  return path
}
