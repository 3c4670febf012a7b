import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CommandError } from './client.ts'
import { readMetaFile, type SourceMetadata } from './meta-file.ts'

const readable = /\.(html?|xhtml|pdf|vtt|srt|md|markdown|txt|json|jsonl|ndjson)$/i
const sidecar = /\.meta\.json$/i

/** What the service takes as one source: told here before a long upload. */
const maxSourceBytes = 25 * 1024 * 1024

export interface SourceFile {
  path: string
  /** The path from where the command runs, with `/`: adding it again from there replaces it. */
  name: string
}

/** The files at a path: itself, or all of a folder that can be read, in order of name. */
export async function filesAt(path: string): Promise<SourceFile[]> {
  const found = await stat(path).catch(() => {
    throw new CommandError(`There is no file or folder ${path}.`)
  })
  const paths = found.isDirectory() ? await inFolder(path) : [path]
  return paths.map((file) => ({ path: file, name: relative('.', file).split(sep).join('/') }))
}

async function inFolder(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((one, two) => one.name.localeCompare(two.name))
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return inFolder(path)
        return entry.isFile() && readable.test(entry.name) && !sidecar.test(entry.name) ? [path] : []
      }),
  )
  return nested.flat()
}

/**
 * The content of a file, base64, and what a file `<name>.meta.json` beside it tells.
 * @throws CommandError when it is too large or the other file is wrong
 */
export async function readSource({ path, name }: SourceFile): Promise<{ name: string; content: string } & SourceMetadata> {
  const { size } = await stat(path)
  if (size > maxSourceBytes) {
    throw new CommandError(`it has ${Math.ceil(size / 1024 / 1024)} MiB; a source may have ${maxSourceBytes / 1024 / 1024}`)
  }
  const meta = await readFile(`${path.replace(/\.\w+$/, '')}.meta.json`, 'utf8').catch(() => '{}')
  try {
    return { name, content: (await readFile(path)).toString('base64'), ...readMetaFile(meta) }
  } catch {
    throw new CommandError('the .meta.json beside it is not as docs/library.md says')
  }
}
