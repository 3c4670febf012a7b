import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/**
 * Weights that `eval/train` learnt, as `eval/train/keep-model.ts` keeps them: JSON, packed with Brotli, in the folder of the module that
 * reads them. What each was learnt from stands in `eval/models.lock.json`.
 */
export const readModel = (folder: string, name: string) =>
  JSON.parse(brotliDecompressSync(readFileSync(join(folder, `${name}.model`))).toString())
