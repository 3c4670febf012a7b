import { expect, test } from 'vitest'
import type { CallToAnalyse } from '../../../src/domain/voice/analysis/analysis-schema.ts'
import { createLocalAnalysis } from '../../../src/domain/voice/analysis/local-analysis.ts'

const call = (text: string): CallToAnalyse => ({
  turns: [{ speaker: 'user', text }],
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
    const stuck = analysis.analyse(call(vague))
    const behind = Promise.all([analysis.analyse(call('I need a refill of Humira.')), analysis.analyse(call('Please call me back.'))])
    await expect(stuck).rejects.toThrow(/stopped/)
    const [refill, callback] = await behind
    expect(refill.medications).toEqual(['Humira'])
    expect(callback.callbackRequested).toBe(true)
  } finally {
    await analysis.close()
  }
})

test('closing ends what runs and what waits', async () => {
  const analysis = createLocalAnalysis(() => new Promise(() => {}))
  const ended = Promise.allSettled([analysis.analyse(call(vague)), analysis.analyse(call(vague))])
  await analysis.close()
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(analysis.analyse(call(vague))).rejects.toThrow(/closed/)
})
