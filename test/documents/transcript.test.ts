import { expect, test } from 'vitest'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { haveSharedData, realSource, source } from './sources.ts'

const read = (cues: string, metadata = {}, name = 'talk.vtt') => extractDocument(source(name, `WEBVTT\n\n${cues}`, metadata))
const time = (seconds: number) => `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`
const cue = (start: number, end: number, text: string) => `${time(start)} --> ${time(end)}\n${text}\n\n`
const words = (count: number, name = 'word') => `${Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ')}.`

test('overlapping and unordered cues are put in order; cues without duration are left out and counted', async () => {
  const { sections, skipped } = await read(
    cue(20, 25, 'third') +
      cue(2, 12, 'first') +
      cue(4, 5, 'second') +
      cue(9, 7, 'negative') +
      cue(8, 8, 'empty') +
      'nonsense --> 00:07.000\nbad\n',
  )
  expect(sections.map(({ content }) => content)).toEqual(['first second third'])
  expect(sections[0]).toMatchObject({ timestampStart: 2, timestampEnd: 25, videoDurationSeconds: 25, videoId: 'talk', sourceType: 'video' })
  expect(skipped).toEqual([{ place: 'cues', reason: '3 cues could not be read' }])
})

test('markup and entities of cues become plain text; speakers are named where they change', async () => {
  const { sections } = await read(
    cue(1, 3, '<v Clinician>Take <b>one</b> &amp; wait &lt;script&gt;alert(1)&lt;/script&gt;</v>') +
      cue(3, 4, '<v Clinician>Then rest.') +
      cue(4, 6, '<v.loud Patient><c.red>Fine</c> <00:05.000>then.'),
  )
  expect(sections[0]?.content).toBe('Clinician: Take one & wait alert(1) Then rest.\nPatient: Fine then.')
})

test('rolling captions say each line once', async () => {
  const { sections } = await read(
    cue(1, 3, 'wash your hands') +
      cue(3, 5, 'wash your hands\nthen pick a site') +
      `00:00:05.000 --> 00:00:05.010\nthen pick a site\n\n` +
      cue(5, 7, 'then pick a site\nand inject'),
  )
  expect(sections[0]?.content).toBe('wash your hands then pick a site and inject')
})

test('a video is cut at its chapters first, then into pieces of 120 to 200 words', async () => {
  const cues = Array.from({ length: 40 }, (_, index) => cue(index * 10, index * 10 + 9, words(20, `cue${index}w`))).join('')
  const chapters = [
    { start: 200, title: 'How to store the pen' },
    { start: 0, title: 'How to inject' },
  ]
  const { sections } = await read(cues, { chapters, videoDurationSeconds: 395 })
  expect(new Set(sections.map(({ sectionHeader, sectionType }) => `${sectionHeader}: ${sectionType}`))).toEqual(
    new Set(['How to inject: dosing', 'How to store the pen: storage']),
  )
  for (const { content, timestampStart, timestampEnd } of sections) {
    expect(content.split(/\s+/).length).toBeGreaterThanOrEqual(40)
    expect(content.split(/\s+/).length).toBeLessThanOrEqual(240)
    expect(timestampEnd).toBeGreaterThan(timestampStart ?? 0)
    expect(timestampEnd).toBeLessThanOrEqual(395)
  }
  expect(sections.at(-1)?.timestampEnd).toBe(395)
})

test('a speech longer than a piece is cut and its time shared out', async () => {
  const { sections } = await read(cue(0, 100, Array.from({ length: 50 }, () => words(10)).join(' ')))
  expect(sections.length).toBeGreaterThan(1)
  expect(sections[1]?.timestampStart).toBeGreaterThan(20)
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
])('a YouTube address gives the video and its picture: %s', async (url, id) => {
  const { sections } = await read(cue(0, 3, 'Hello there.'), { url })
  expect(sections[0]).toMatchObject({ videoId: id, thumbnailUrl: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`, sourceUrl: url })
})

test('SRT is read, too', async () => {
  const { sections } = await extractDocument(
    source('x.srt', '1\n00:00:01,500 --> 00:00:04,000\n<i>Hello</i> there.\n\n2\n00:00:05,000 --> 00:00:06,000\nBye.\n'),
  )
  expect(sections).toMatchObject([{ content: 'Hello there. Bye.', timestampStart: 1, timestampEnd: 6 }])
})

test.each(['WEBVTT', 'WEBVTT\n\nno cues here', 'WEBVTT\n\n00:05.000 --> 00:01.000\nx'])(
  'a transcript without usable cues is refused: %j',
  async (text) => {
    await expect(extractDocument(source('x.vtt', text))).rejects.toThrow(/no cues|None of its cues/)
  },
)

test.runIf(haveSharedData)('every cue of a real consultation is in its sections', async () => {
  const real = realSource('vtt/primock-day1_consultation01.vtt')
  const { sections, skipped } = await extractDocument(real)
  const told = new TextDecoder().decode(real.bytes).match(/(?<=<v [^>]+>).*/g) ?? []
  const said = sections
    .map(({ content }) => content.replace(/^\w+: /gm, ''))
    .join(' ')
    .replace(/\s+/g, '')
  expect(skipped).toEqual([])
  expect(said.length).toBeGreaterThanOrEqual(told.join('').replace(/\s+/g, '').length * 0.99)
})
