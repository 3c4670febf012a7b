import { expect, test } from 'vitest'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { pdf, source } from './sources.ts'

const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello there.'
const srt = '1\n00:00:01,000 --> 00:00:04,000\nHello there.'
const label = JSON.stringify({ results: [{ openfda: { brand_name: ['PEN'] }, overdosage: ['Call the poison centre at once.'] }] })
const line = JSON.stringify({ title: 'Pen', content: 'Keep it cold.' })

test.each([
  ['media type before name', source('x.html', vtt, {}, 'text/vtt; charset=utf-8'), 'vtt'],
  ['name where the media type says nothing', source('x.vtt', vtt, {}, 'application/octet-stream'), 'vtt'],
  ['WEBVTT', source('x', vtt), 'vtt'],
  ['numbered cues', source('x', srt), 'srt'],
  ['an HTML start', source('x', '<!DOCTYPE html><p>Keep the pen cold.</p>'), 'html'],
  ['an openFDA label', source('x', label), 'openfda'],
  ['an openFDA label by media type', source('x', label, {}, 'application/json'), 'openfda'],
  ['lines of JSON', source('x', `${line}\n${line}`), 'jsonl'],
  ['lines of JSON called JSON', source('x.json', line), 'jsonl'],
  ['text', source('README', 'Keep the pen cold.'), 'markdown'],
  [
    'a PDF, whatever it is called',
    { ...source('x.html', '', {}, 'text/html'), bytes: pdf([[[50, 700, 12, 'Keep the pen in the cold.']]]) },
    'pdf',
  ],
] as const)('the format is known by %s', async (_case, bytes, format) => {
  expect((await extractDocument(bytes)).format).toBe(format)
})

test.each([
  ['{"a": 1}', /not an openFDA/],
  ['{"results": []}', /not an openFDA/],
  ['{"results": [{"openfda": {}}]}', /none of the sections/],
  ['{"results":', /well-formed/],
])('other JSON is refused: %s', async (text, reason) => {
  await expect(extractDocument(source('x.json', text))).rejects.toThrow(reason)
})
