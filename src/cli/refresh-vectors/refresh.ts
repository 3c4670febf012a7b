import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { type KnownVectors, writeKnownVectors } from '../../platform/models/known-vectors.ts'
import { LocalEmbeddings, localModelVersion, sampleVectors } from '../../platform/models/local-embeddings.ts'
import { startService } from '../../service.ts'

// Writes the vectors of all texts that a first start embeds: `npm run vectors:refresh`, after a change of the sample library, of the
// sample policies, of how either is read, or of the model.

const vectors = new Map<string, number[]>()
const asked: KnownVectors = { find: (text) => vectors.get(text), keep: (text, vector) => void vectors.set(text, vector) }

const dataDir = await mkdtemp(join(tmpdir(), 'care-vectors-'))
const config = readConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  SAMPLE_LIBRARY: 'true',
  SAMPLE_POLICIES: 'true',
  API_KEY: 'refresh',
  WIDGET_API_KEY: 'w',
})
const log = createLog('error')
const database = await openDatabase(config, log)
const service = await startService(config, log, { database, localModel: new LocalEmbeddings(config.embeddingThreads, asked) })
try {
  while (!(await isEmbedded())) await setTimeout(500)
} finally {
  await service.stop()
  await rm(dataDir, { recursive: true })
}
writeKnownVectors(sampleVectors, localModelVersion, vectors)
console.log(`${vectors.size} vectors written.`)

/** Whether the samples are there and no job waits. */
async function isEmbedded(): Promise<boolean> {
  const { rows } = await database.pool.query(`
    SELECT (SELECT count(*) FROM content_item) > 0 AND (SELECT count(*) FROM policy_section) > 0
      AND NOT EXISTS (SELECT 1 FROM pgboss.job WHERE state < 'completed') AS done`)
  return rows[0].done
}
