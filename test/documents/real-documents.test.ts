import { describe, expect, test } from 'vitest'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { haveSharedData, realPaths, realSource } from './sources.ts'

const folders = ['eu_leaflets_html', 'us_labels_html', 'us_labels_json', 'pdf'].map((folder) => `content_library/${folder}`)
const paths = realPaths(...folders, 'vtt')
const words = (content: string) => content.split(/\s+/).length
const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

describe.runIf(haveSharedData)('real documents', () => {
  test('all are there', () => {
    expect(paths).toHaveLength(64 + 28)
  })

  test.each(paths)('%s is cut into readable sections', async (path) => {
    const { sections, title, skipped } = await extractDocument(realSource(path))
    expect(skipped).toEqual([])
    expect(title).toMatch(/\p{L}{2}/u)
    const lengths = sections.map(({ content }) => words(content))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(320)
    // A shop label of one page has short texts only.
    expect(median(lengths)).toBeGreaterThanOrEqual(path.includes('ibuprofen') ? 20 : 50)
    expect(median(lengths)).toBeLessThanOrEqual(260)
    for (const { content, sectionHeader } of sections) {
      expect(content).toBe(content.normalize('NFC').trim())
      expect(content).not.toMatch(/<\/?(p|b|i|a|div|span|td|tr|li|br|em|strong|script)\b|&[a-z]+;|\ufffd|\n\n/)
      expect(sectionHeader?.length ?? 0).toBeLessThanOrEqual(200)
    }
  })
})
