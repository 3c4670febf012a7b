import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type KnownVectors, readKnownVectors, vectorKey } from '../../src/platform/models/known-vectors.ts'
import { LocalEmbeddings, localModelVersion, sampleVectors } from '../../src/platform/models/local-embeddings.ts'

const folder = fileURLToPath(new URL('../../node_modules/.cache/local-vectors', import.meta.url))

/** What is shipped, and what any process of any run has computed: a file a text. */
function remembered(): KnownVectors {
  mkdirSync(folder, { recursive: true })
  const shipped = readKnownVectors(sampleVectors, localModelVersion)
  const fileOf = (text: string) => join(folder, vectorKey(localModelVersion, text).toString('hex'))
  return {
    find: (text) => shipped.find(text) ?? readVector(fileOf(text)),
    keep(text, vector) {
      // Renamed when it is whole: another process may read it at any moment.
      const unfinished = `${fileOf(text)}.${process.pid}`
      writeFileSync(unfinished, new Float32Array(vector))
      renameSync(unfinished, fileOf(text))
    },
  }
}

function readVector(file: string): number[] | undefined {
  try {
    return [...new Float32Array(new Uint8Array(readFileSync(file)).buffer)]
  } catch {
    return undefined
  }
}

/** The local model in one thread that outlives a service. */
export class SharedModel extends LocalEmbeddings {
  constructor(known: KnownVectors) {
    super(1, known)
  }

  /** The next service of this process goes on with the same thread. */
  override async close(): Promise<void> {}
}

let shared: SharedModel | undefined

/** The local embedding model of this process, with what it has computed before. */
export function localVectors(): SharedModel {
  shared ??= new SharedModel(remembered())
  return shared
}
