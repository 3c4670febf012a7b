import { expect, test, vi } from 'vitest'
import { UnreadableSource } from '../../src/domain/documents/document.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { runExtraction } from '../../src/domain/documents/run-extraction.ts'
import { source } from './sources.ts'

const page = source('page.html', '<h1>Pen</h1><h2>How to store</h2><p>Keep the pen in the refrigerator.</p>')
const long = source('long.md', 'A sentence with some words in it, and more.\n\n'.repeat(200_000))

test('a thread reads the same as a call', async () => {
  expect(await runExtraction(page)).toEqual(await extractDocument(page))
})

test('what is refused keeps its type and reason across the thread', async () => {
  const reading = runExtraction(source('x.pdf', 'no pdf'))
  await expect(reading).rejects.toBeInstanceOf(UnreadableSource)
  await expect(reading).rejects.toThrow('It is called a PDF but is none.')
})

test('a document that takes too long is refused in time', async () => {
  const started = performance.now()
  const reading = runExtraction(long, { timeoutMs: 1000 })
  await expect(reading).rejects.toThrow('It took longer than 1 seconds to read.')
  await expect(reading).rejects.toBeInstanceOf(UnreadableSource)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('a document that needs too much memory is refused and the service lives on', async () => {
  await expect(runExtraction(long, { memoryMb: 24 })).rejects.toThrow('It needs more memory than is allowed.')
  expect((await runExtraction(page)).sections).toHaveLength(1)
})

test('nothing of a document reaches the output of the service', async () => {
  const written = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  await runExtraction({ ...page, bytes: new TextEncoder().encode('%PDF-1.4 secret'), name: 'x.pdf' }).catch(() => {})
  for (const spy of written) expect(spy.mock.calls.flat().join()).not.toContain('secret')
})
