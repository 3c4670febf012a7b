import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableSource } from '../../src/domain/documents/document.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'

const fragments = [
  '<script>alert(1)</script>',
  '&lt;script&gt;',
  '<scr<script>ipt>',
  '<p>',
  '</p>',
  '<table><tr><td>',
  '<li>',
  '<h2>Storage</h2>',
  '<b>Bold</b>',
  '<!--',
  ']]>',
  '\u0000',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202e',
  'e\u0301',
  '\r\n\r\n',
  '# Heading\n',
  '- item\n',
  '> ',
  '```',
  '| a | b |\n|---|---|\n',
  '---\ntitle: x\n---\n',
  'WEBVTT\n\n',
  '00:00:01.000 --> 00:00:02.000\n',
  '1\n00:00:01,000 --> 00:00:02,000\n',
  '<v Ann>',
  '&amp;',
  '&#0;',
  '&#xD800;',
  '{"title": "t", "content": "c"}\n',
  '{"results":[{"openfda":{},"overdosage":["2.1 A b"]}]}',
  'word '.repeat(400),
  'x'.repeat(3000),
  '%PDF-',
] // prettier-ignore
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 20 })), { maxLength: 30 }).map((parts) => parts.join('')),
)
const sources = fc.oneof(
  texts.map((text) => new Uint8Array(Buffer.from(text, 'utf8'))),
  texts.map((text) => new Uint8Array(Buffer.from(text, 'utf16le'))),
  fc.uint8Array({ maxLength: 500 }),
)

test.each(['x.html', 'x.md', 'x.txt', 'x.vtt', 'x.srt', 'x.json', 'x.jsonl', 'x'])(
  '%s of anything becomes plain text in short sections or is refused',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(sources, async (bytes) => {
        const document = await extractDocument({ bytes, name, metadata: {} }).catch((error) => {
          expect(error).toBeInstanceOf(UnreadableSource)
          return undefined
        })
        for (const { title, content, sectionHeader } of document?.sections ?? []) {
          for (const text of [title, content, sectionHeader ?? 'none']) {
            expect(text.isWellFormed()).toBe(true)
            expect(text).not.toMatch(/\0/)
            expect(text.trim()).not.toBe('')
            // Prepared sections are taken as they are.
            if (document?.format !== 'jsonl') expect(text).not.toMatch(/<script|[^\P{Cc}\n]/iu)
          }
          if (document?.format !== 'jsonl') expect(content.split(/\s+/).length).toBeLessThanOrEqual(320)
        }
      }),
      { numRuns: 150 },
    )
  },
)
