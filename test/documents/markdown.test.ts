import { expect, test } from 'vitest'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { source } from './sources.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

test('Markdown is read under its headings, front matter dropped', async () => {
  const { format, title, sections } = await extractDocument(
    source(
      'guide.md',
      `---\ntitle: "Savings guide"\ndate: 2024\n---\n# Guide\n\n## Co-pay card\n\nAsk **us** about [the card](https://x.org):\n\n- one\n- two\n\n${words(30)}\n\n## Storage\n\n${words(40)}`,
    ),
  )
  expect({ format, title }).toEqual({ format: 'markdown', title: 'Savings guide' })
  expect(sections.map(({ sectionHeader, sectionType }) => [sectionHeader, sectionType])).toEqual([
    ['Co-pay card', 'patient_support'],
    ['Storage', 'storage'],
  ])
  expect(sections[0]?.content).toMatch(/^Ask us about the card:\n- one\n- two\nword0/)
})

test('raw HTML in Markdown is text or gone', async () => {
  const { sections } = await extractDocument(
    source('x.md', `Hello <script>alert(1)</script> <b>bold</b> \`<script>\` <iframe src=x></iframe>world`),
  )
  expect(sections[0]?.content).toBe('Hello bold world')
})

test('plain text is read by its paragraphs', async () => {
  const { format, sections } = await extractDocument(
    source('notes.txt', 'How to inject\n\nWash your hands.\nThen inject 5 mg < 10 mg.', {}, 'text/plain'),
  )
  expect(format).toBe('markdown')
  expect(sections[0]?.content).toContain('Wash your hands. Then inject 5 mg < 10 mg.')
})

test('deeply nested quotes are refused, not followed', async () => {
  await expect(extractDocument(source('x.md', `${'> '.repeat(50_000)}text`))).rejects.toThrow(/nested too deeply/)
})

test('a sign between figures or letters is no mark of Markdown: no figure of a dose melts into another', async () => {
  const said = 'Take 2*150 mg or 1*300 mg once a day, 2~3 tablets and not 4~5, or 5*2 mg and 3*4 mg, as *told*.'
  for (const name of ['x.md', 'x.txt'])
    expect((await extractDocument(source(name, `# Dose\n\n${said}`, {}, 'text/plain'))).sections[0]?.content).toBe(
      said.replaceAll(/\*told\*/g, 'told'),
    )
})

test('what is struck out is left out', async () => {
  const { sections } = await extractDocument(source('x.md', 'Take 80 mg ~~100 mg~~ once a day, in the morning.'))
  expect(sections[0]?.content).toBe('Take 80 mg once a day, in the morning.')
})
