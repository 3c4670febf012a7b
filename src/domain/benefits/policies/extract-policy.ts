import { decodeText } from '../../documents/decode-text.ts'
import { detectFormat } from '../../documents/detect-format.ts'
import { type SourceBytes, UnreadableSource } from '../../documents/document.ts'
import { readBlocks } from '../../documents/extract-document.ts'
import { findMedications } from '../../drugs/find-medications.ts'
import type { PolicyRule, PolicySection } from './policy-rule.ts'
import { policySections } from './policy-sections.ts'
import { readPolicy } from './read-policy.ts'
import { withWrittenLines } from './written-lines.ts'

/** A policy, read: its sections with all headings over them, and what it says of drugs. */
export interface ReadPolicy {
  title: string
  sections: (PolicySection & { above: string[]; page: number | null; drugKeys: string[] })[]
  rules: PolicyRule[]
}

/** Two thousand pages or so: what is longer is no policy. */
const mostSections = 4_000

/**
 * Reads a policy document: Markdown, HTML, PDF or plain text.
 * @param today `YYYY-MM-DD`
 * @throws UnreadableSource in words for staff
 */
export async function extractPolicy(source: SourceBytes, today: string): Promise<ReadPolicy> {
  const format = detectFormat(source)
  if (format !== 'html' && format !== 'pdf' && format !== 'markdown') {
    throw new UnreadableSource('A policy is read from Markdown, HTML, PDF or plain text.')
  }
  const reading = await readBlocks(format, format === 'markdown' ? written(source) : source)
  const title = source.metadata.title ?? reading.title ?? source.name.replace(/^.*[\\/]/, '')
  const sections = policySections(title, reading.blocks).map((section) => {
    const named = findMedications([...section.above, section.header, section.content].join('\n')).map(({ ingredient }) => ingredient)
    return { ...section, drugKeys: [...new Set(named)] }
  })
  if (sections.length === 0) throw new UnreadableSource('No text was found in it.')
  if (sections.length > mostSections) throw new UnreadableSource(`It is too long: more than ${mostSections} sections.`)
  return { title, sections, rules: readPolicy(sections, { title, today }) }
}

const written = (source: SourceBytes): SourceBytes => ({
  ...source,
  mediaType: 'text/markdown; charset=utf-8',
  bytes: new TextEncoder().encode(withWrittenLines(decodeText(source.bytes, source.mediaType))),
})
