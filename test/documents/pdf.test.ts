import { expect, test, vi } from 'vitest'
import { UnreadableSource } from '../../src/domain/documents/document.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { haveSharedData, pdf, realSource } from './sources.ts'

const read = (bytes: Uint8Array) => extractDocument({ bytes, name: 'label.pdf', metadata: {} })

const page = (number: number, lines: [number, string][]): [number, number, number, string][] => [
  [50, 780, 9, 'ACME Pen - Prescribing information'],
  ...lines.map(([y, line]): [number, number, number, string] => [50, y, 11, line]),
  [300, 20, 9, `${number}`],
]

const leaflet = pdf([
  page(1, [
    [700, '#4.8 Undesirable effects'],
    [680, 'Tell your doctor if you feel sick or if you have a head-'],
    [667, 'ache that lasts. These effects are common and pass after some'],
    [654, 'days in nearly all of the patients who took part in the studies'],
    [620, '- nausea'],
    [607, '- a self-'],
    [594, 'limiting rash'],
  ]),
  page(2, [
    [700, '#6.4 Special precautions for storage'],
    [680, 'Keep the pen in the refrigerator and in its carton until the day of use, away from light,'],
    [667, 'and let it warm for half an hour before the self-limiting injection.'],
    [640, '4.8 Undesirable effects ........................ 12'],
  ]),
  page(3, [
    [
      700,
      'The end of it, with nothing that anybody would have to know about the pen, but twenty-five words of text all the same, so it stays.',
    ],
  ]),
])

test('paragraphs, headings and pages come from the print; running lines and tables of contents go', async () => {
  const { sections } = await read(leaflet)
  expect(sections.map(({ sectionHeader, sectionType, page }) => [sectionHeader, sectionType, page])).toEqual([
    ['Undesirable effects', 'side_effects', 1],
    ['Special precautions for storage', 'storage', 2],
  ])
  expect(sections[0]?.content).toContain('if you have a headache that lasts. These effects')
  expect(sections[0]?.content).toMatch(/studies\n- nausea\n- a self-limiting rash$/)
  expect(sections.map(({ content }) => content).join()).not.toMatch(/ACME|\.\.\.|^\d$/m)
})

test.each([
  ['cut short', leaflet.slice(0, 300), /damaged|cut short|no text/],
  ['scanned', pdf([[], []]), /no text: its pages may be scanned/],
  [
    'encrypted',
    pdf(
      [[[50, 700, 11, 'Secret']]],
      `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    ),
    /encrypted/,
  ],
  ['only a header', new TextEncoder().encode('%PDF-1.7\n'), /damaged/],
])('a PDF that is %s is refused with a reason and in silence', async (_case, bytes, reason) => {
  const spies = (['log', 'warn', 'error', 'info'] as const).map((name) => vi.spyOn(console, name))
  const reading = read(bytes)
  await expect(reading).rejects.toThrow(reason)
  await expect(reading).rejects.toBeInstanceOf(UnreadableSource)
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

test.runIf(haveSharedData)('a real PDF cut anywhere is read in part or refused, never a crash', async () => {
  const whole = realSource('content_library/pdf/skilarence-epar-en.pdf')
  for (const share of [0.1, 0.5, 0.9, 0.99]) {
    const bytes = whole.bytes.slice(0, whole.bytes.length * share)
    await read(bytes).catch((error) => expect(error).toBeInstanceOf(UnreadableSource))
  }
})

test.runIf(haveSharedData)('a real EMA document gives its chapters, pages and type', async () => {
  const { title, sections } = await extractDocument(realSource('content_library/pdf/skilarence-epar-en.pdf'))
  expect(title).toBe('Skilarence (dimethyl fumarate)')
  expect(sections.find(({ sectionHeader }) => sectionHeader === 'Contraindications')).toMatchObject({
    sectionType: 'side_effects',
    page: 4,
    sourceType: 'pdf',
  })
  expect(sections.map(({ content }) => content).join('\n')).not.toMatch(/PARTICULARS TO APPEAR/)
})
