import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rulesOfFile } from '../../../eval/regression/policies/read-documents.ts'

const folder = new URL('../../../eval/regression/policies/', import.meta.url)
const files = readdirSync(folder).filter((file) => /^\d\d-(?!.*\.src\.html$)/.test(file))

test.each(files)('every rule read in %s quotes the document word for word', async (file) => {
  const { sections, rules } = await rulesOfFile(new URL(file, folder))
  for (const { evidence } of rules) for (const { section, quote } of evidence) expect(sections[section]?.content).toContain(quote)
})
