import { writeFileSync } from 'node:fs'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { packed, tableOf } from '../../eval/train/packed-model.ts'
import { readModel } from '../../src/language/learnt-model.ts'

const steps = fc.integer({ min: -32_767, max: 32_767 })
const rowsOfThree = fc.uniqueArray(fc.tuple(fc.string(), fc.array(steps, { minLength: 3, maxLength: 3 })), {
  selector: ([feature]) => feature,
  maxLength: 60,
})

test('a model is read as it was kept', () => {
  const folder = inject('scratch')
  fc.assert(
    fc.property(rowsOfThree, fc.array(steps), fc.constantFrom(0.01, 0.5, 1 / 127), (rows, numbers, step) => {
      const table = { columns: 3, step, rows: rows.map(([feature, weights]) => [feature, weights.map((weight) => weight * step)] as const) }
      const values = numbers.map((number) => number * step)
      writeFileSync(`${folder}/kept.model`, packed({ header: { of: 'ñ' }, tables: { table }, vectors: { vector: { values, step } } }))
      const kept = readModel<{ of: string }>(folder, 'kept')

      expect(kept.header.of).toBe('ñ')
      expect(kept.vector('vector')).toEqual(Float32Array.from(values))
      for (const [feature, weights] of table.rows) {
        const sums = kept.table('table').sumsOf([feature, 'of nothing that was learnt'])
        for (const [column, sum] of sums.entries()) expect(sum).toBeCloseTo(weights[column] ?? 0, 6)
        expect(tableOf(table).sumsOf([feature])).toEqual(sums)
      }
    }),
  )
})

test('a model whose weights are not those of its header is not read', () => {
  const folder = inject('scratch')
  const whole = brotliDecompressSync(packed({ header: {}, vectors: { vector: { values: [1, 2, 3], step: 1 } } }))
  for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.of(0)])]) {
    writeFileSync(`${folder}/cut.model`, brotliCompressSync(bytes))
    expect(() => readModel(folder, 'cut')).toThrow('not those of its header')
  }
})

test('a model that lacks a table is not read as if it had one', () => {
  writeFileSync(`${inject('scratch')}/bare.model`, packed({ header: {} }))
  expect(() => readModel(inject('scratch'), 'bare').table('words')).toThrow('words')
})
