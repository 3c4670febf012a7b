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
