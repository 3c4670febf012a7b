import { expect, test } from 'vitest'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { source } from './sources.ts'

const lines = (...values: unknown[]) => values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n')
const read = (...values: unknown[]) => extractDocument(source('prepared.jsonl', lines(...values)))

test('prepared sections are taken as they are', async () => {
  const content = `${'A sentence that is long. '.repeat(200)}<b>kept</b>`
  const { sections, skipped } = await read({
    title: ' Pen ',
    content,
    section_header: 'Getting started',
    section_type: 'patient_support',
    source_type: 'video',
    source_url: 'https://example.com/v',
    video_id: 'v1',
    video_duration_seconds: 60,
    timestamp_start: 5,
    timestamp_end: 20,
    thumbnail_url: 'https://example.com/v.jpg',
    unknown: 1,
  })
  expect(skipped).toEqual([])
  expect(sections).toEqual([
    {
      title: 'Pen',
      content,
      sectionHeader: 'Getting started',
      sectionType: 'patient_support',
      classifiedBy: 'given',
      sourceType: 'video',
      sourceUrl: 'https://example.com/v',
      page: null,
      videoId: 'v1',
      videoDurationSeconds: 60,
      timestampStart: 5,
      timestampEnd: 20,
      thumbnailUrl: 'https://example.com/v.jpg',
    },
  ])
})

test('a line that is wrong is left out and told, the others are taken', async () => {
  const good = { title: 'Pen', content: 'Store it in the refrigerator.' }
  const { sections, skipped } = await read(
    good,
    '{broken',
    '',
    '[1]',
    { content: 'x' },
    { ...good, content: 5 },
    { ...good, content: ' ' },
    { ...good, timestamp_start: -1 },
    { ...good, timestamp_start: 9, timestamp_end: 3 },
    { ...good, section_type: 'other' },
    { ...good, content: 'x'.repeat(100_001) },
    { ...good, source_url: 'javascript:alert(1)' },
    good,
  )
  expect(sections.map(({ sectionType, sourceType, classifiedBy }) => [sectionType, sourceType, classifiedBy])).toEqual(
    Array(2).fill(['storage', 'webpage', expect.stringMatching(/^text: /)]),
  )
  expect(skipped).toEqual([
    { place: 'line 2', reason: 'it is not JSON' },
    { place: 'line 4', reason: 'it is not an object' },
    { place: 'line 5', reason: 'title is required' },
    { place: 'line 6', reason: 'content must be text' },
    { place: 'line 7', reason: 'content is required' },
    { place: 'line 8', reason: 'timestamp_start must not be negative' },
    { place: 'line 9', reason: 'timestamp_end is before timestamp_start' },
    { place: 'line 10', reason: 'section_type must be one of dosing, side_effects, patient_support, storage, faq' },
    { place: 'line 11', reason: 'content is over 100,000 characters' },
    { place: 'line 12', reason: 'source_url must start with http:// or https://' },
  ])
})

test.each(['', '\n\n', '{"title": 1}', 'nothing'])('a file without a usable line is refused: %j', async (text) => {
  await expect(extractDocument(source('x.jsonl', text))).rejects.toThrow(/empty|None of its lines/)
})
