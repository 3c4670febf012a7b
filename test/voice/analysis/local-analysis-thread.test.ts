import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedCall } from '../../../src/domain/voice/analysis/call-reader.ts'
import { createLocalAnalysis } from '../../../src/domain/voice/analysis/local-analysis.ts'

const call = (text: string): RecordedCall => ({
  transcript: null,
  utterances: [{ speaker: 'user', text }],
  callType: 'patient',
  agentType: 'patient',
  verified: false,
  functions: [],
  flaggedAdverseEvents: 0,
})
const vague = 'Since I started taking it I feel strange and my legs are not right.'

test('a call that takes too long fails alone: those behind it are analysed', async () => {
  let asked = 0
  const analysis = createLocalAnalysis(() => (asked++ === 0 ? new Promise(() => {}) : Promise.reject(new Error('no vectors'))), 6_000)
  try {
    const stuck = analysis.read(call(vague))
    const behind = Promise.all([analysis.read(call('I need a refill of Humira.')), analysis.read(call('Please call me back.'))])
    await expect(stuck).rejects.toThrow(/stopped/)
    const [refill, callback] = await behind
    expect(refill.analysis.medications).toEqual(['Humira'])
    expect(callback.analysis.callbackRequested).toBe(true)
  } finally {
    await analysis.close()
  }
})

test('closing ends what runs and what waits', async () => {
  const analysis = createLocalAnalysis(() => new Promise(() => {}))
  const ended = Promise.allSettled([analysis.read(call(vague)), analysis.read(call(vague))])
  await analysis.close()
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(analysis.read(call(vague))).rejects.toThrow(/closed/)
})

/** The modules that a module loads, itself included; types are not loaded. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file) || !existsSync(file)) return loaded
  loaded.add(file)
  const source = readFileSync(file, 'utf8')
  const imports = source.matchAll(/^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)
  for (const [, named, later] of imports) loadedBy(resolve(dirname(file), named ?? later ?? ''), loaded)
  return loaded
}

test('the thread that answers requests loads nothing that reads a whole call', () => {
  const loads = (start: string) => new Set([...loadedBy(resolve(start))].map((file) => basename(file, '.ts')))
  const readers = ['transcript-turns', 'analyse-by-rules', 'read-benefits', 'verify-analysis', 'transcript-for-model']
  expect(readers.filter((reader) => loads('src/domain/voice/analysis/local-analysis-worker.ts').has(reader))).toEqual(readers)
  expect(readers.filter((reader) => loads('src/main.ts').has(reader))).toEqual([])
})
