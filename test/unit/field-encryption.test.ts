import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealedColumns } from '../../src/areas.ts'
import { readConfig } from '../../src/config.ts'
import { createFieldEncryption } from '../../src/platform/field-encryption/field-encryption.ts'
import { fieldKeys } from '../../src/platform/field-encryption/field-keys.ts'
import { defineSealedColumn } from '../../src/platform/field-encryption/sealed-column.ts'
import { createLog } from '../../src/platform/log.ts'

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const one = newKey('one')
const two = newKey('two')

const lines: string[] = []
const log = createLog('error', { write: (line) => void lines.push(line) })
const encryption = (keys: string) => createFieldEncryption(keys === '' ? [] : fieldKeys.parse(keys), randomBytes(32), log)

const said = defineSealedColumn({ table: 'talk', column: 'said', owner: 'talk_id', json: false })
const noted = defineSealedColumn({ table: 'talk', column: 'noted', owner: 'talk_id', json: true })
const unavailable = expect.objectContaining({ code: 'UNAVAILABLE' })

/** Also texts that look like stored forms. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.tuple(fc.constantFrom('enc:', 'enc:v0:', 'enc:v1:one:', 'enc:v2:'), fc.string()).map((parts) => parts.join('')),
)

describe.each([
  ['without a key', ''],
  ['with a key', one],
  ['with two keys', `${two},${one}`],
])('%s', (_name, keys) => {
  const fields = encryption(keys)

  test('every text comes back as it was written, also one that looks like a stored form', () => {
    fc.assert(fc.property(anyText, fc.nat(), (text, owner) => fields.open(said, owner, fields.seal(said, owner, text)) === text))
  })

  test('every JSON object comes back as it was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const stored: unknown = JSON.parse(JSON.stringify(fields.sealJson(noted, 7, value)))
        expect(fields.openJson(noted, 7, stored)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

test('the same text is sealed differently each time, and none of it stands in the stored form', () => {
  const fields = encryption(one)
  const text = 'hives on both arms'
  const stored = Array.from({ length: 100 }, () => fields.seal(said, 1, text))
  expect(new Set(stored).size).toBe(100)
  for (const form of stored) {
    expect(form).toMatch(/^enc:v1:one:[A-Za-z0-9+/]+=*$/)
    expect(Buffer.from(form.slice('enc:v1:one:'.length), 'base64').includes('hives')).toBe(false)
  }
})

test('a value opens for its own column and record alone', () => {
  const fields = encryption(one)
  const stored = fields.seal(said, 1, 'hives')
  expect(() => fields.open(noted, 1, stored)).toThrow(unavailable)
  expect(() => fields.open(said, 2, stored)).toThrow(unavailable)
  expect(() => fields.open(said, null, stored)).toThrow(unavailable)
})

test('a value that was changed anywhere does not open', () => {
  const fields = encryption(one)
  const stored = fields.seal(said, 1, 'hives')
  for (let index = 0; index < stored.length; index++) {
    const other = stored[index] === 'B' ? 'C' : 'B'
    const changed = stored.slice(0, index) + other + stored.slice(index + 1)
    // Without its marker a value is plain text, which nobody can tell from words.
    if (index >= 'enc:'.length) expect(() => fields.open(said, 1, changed), changed).toThrow(unavailable)
  }
  for (const cut of [stored.slice(0, -1), stored.slice(0, 'enc:v1:one:'.length), 'enc:', 'enc:v1:', 'enc:v1:one', 'enc:v9:x']) {
    expect(() => fields.open(said, 1, cut), cut).toThrow(unavailable)
  }
})

test('the log of a value that cannot be opened names column, record and key id, and nothing else', () => {
  lines.length = 0
  const stored = encryption(one).seal(said, 17, 'hives')
  expect(() => encryption(two).open(said, 17, stored)).toThrow('A stored text cannot be read at the moment.')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'error', time: expect.any(String), column: 'talk.said', owner: 17, field_key: 'one', msg: 'a sealed value cannot be opened' },
  ])
})

test('a fingerprint is keyed where texts are sealed', () => {
  const hash = 'Zm9v'
  const [fields, others] = [encryption(one), encryption(one)]
  expect(fields.fingerprint(hash)).not.toContain(hash)
  expect(fields.fingerprint(hash)).toBe(fields.fingerprint(fields.fingerprint(hash)))
  expect(fields.fingerprint(hash)).not.toBe(others.fingerprint(hash))
  expect(createFieldEncryption([], undefined, log).fingerprints(hash)).toEqual([hash])
})

test.each([
  ['no id', randomBytes(32).toString('base64')],
  ['a key of 16 bytes', `one:${randomBytes(16).toString('base64')}`],
  ['hexadecimal', `one:${randomBytes(32).toString('hex')}`],
  ['one id twice', `${one},${newKey('one')}`],
  ['an underscore in the id', newKey('key_one')],
  ['an empty entry', `${one},`],
])('a wrong FIELD_ENCRYPTION_KEY (%s) is told without its value', (_name, value) => {
  expect(() => readConfig({ FIELD_ENCRYPTION_KEY: value })).toThrow(
    /^FIELD_ENCRYPTION_KEY: must be a comma-separated list of id:key, [^=]*$/,
  )
})

test('every field whose name says that it is sealed is one that a change of keys seals anew', () => {
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  const named = [...schema.matchAll(/^model \w+ \{(.*?)^\}/gms)].flatMap(([, body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    return [...body.matchAll(/^ +sealed\w+ +\w+\??.*@map\("(\w+)"\)/gm)].map(([, column]) => `${table}.${column}`)
  })
  const declared = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(named.toSorted()).toEqual([...declared, 'field_key.sealed_secret'].toSorted())
})
