import { expect, test } from 'vitest'
import { UnreadableSource } from '../../src/domain/documents/document.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'

const spanish = 'Conservación: mantener fuera de la vista y del alcance de los niños.'
const page = (head = '') => `<html><head>${head}</head><body><p>${spanish}</p></body></html>`
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['UTF-8', utf8(page()), undefined],
  ['UTF-8 with a byte order mark', utf8(`\ufeff${page()}`), undefined],
  ['UTF-8 declared as latin1', utf8(page('<meta charset="iso-8859-1">')), 'text/html; charset=ISO-8859-1'],
  ['latin1 declared by HTTP', latin1(page()), 'text/html; charset=iso-8859-1'],
  ['latin1 declared in the page', latin1(page('<meta http-equiv="content-type" content="text/html; charset=iso-8859-1">')), undefined],
  ['latin1 undeclared', latin1(page()), 'text/html'],
  ['latin1 declared as UTF-8', latin1(page('<meta charset="utf-8">')), 'text/html; charset=utf-8'],
  ['latin1 declared as nonsense', latin1(page()), 'text/html; charset=klingon'],
  ['UTF-16LE with a mark', utf16le(`\ufeff${page()}`), undefined],
  ['UTF-16BE with a mark', utf16be(`\ufeff${page()}`), undefined],
  ['UTF-16LE without', utf16le(page()), 'text/html'],
  ['UTF-16BE without', utf16be(page()), 'text/html'],
])('%s is decoded', async (_case, bytes, mediaType) => {
  const { sections } = await extractDocument({ bytes, name: 'x.html', mediaType, metadata: {} })
  expect(sections[0]?.content).toBe(spanish)
})

test('text comes out composed, without control, invisible or broken characters', async () => {
  const { sections } = await extractDocument({
    bytes: utf8('<p>Cafe\u0301\u0000 au\u00ad\u200b lait\u0007\u202e, two\u00a0 \t cups</p>'),
    name: 'x.html',
    metadata: {},
  })
  expect(sections[0]?.content).toBe('Café au lait, two cups')
})

test.each([
  ['empty.html', new Uint8Array(), /empty/],
  ['noise.html', new Uint8Array(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)), /not look like text/],
  ['noise', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), /not supported/],
  ['noise.pdf', new Uint8Array(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)), /called a PDF/],
])('%s is refused with a reason', async (name, bytes, reason) => {
  const reading = extractDocument({ bytes, name, metadata: {} })
  await expect(reading).rejects.toThrow(reason)
  await expect(reading).rejects.toBeInstanceOf(UnreadableSource)
})
