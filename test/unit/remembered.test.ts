import fc from 'fast-check'
import { expect, test } from 'vitest'
import { remembered } from '../../src/platform/remembered.ts'

test('what is remembered is what would be computed, and no more of it than its bounds', () => {
  const bounds = { texts: 4, characters: 6, all: 12 }
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 8 }), { maxLength: 60 }), (texts) => {
      const computed: string[] = []
      const lengthOf = remembered((text) => computed.push(text) && text.length, bounds)
      // What the bounds let it keep: the texts asked for last that fit together.
      let kept: string[] = []
      for (const text of texts) {
        const isKept = kept.includes(text)
        const before = computed.length
        expect(lengthOf(text)).toBe(text.length)
        expect(computed.length - before).toBe(isKept ? 0 : 1)
        if (text.length > bounds.characters) continue
        kept = [...kept.filter((one) => one !== text), text]
        while (kept.length > bounds.texts || kept.join('').length > bounds.all) kept.shift()
      }
    }),
  )
})
