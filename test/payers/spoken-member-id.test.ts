import { describe, expect, test } from 'vitest'
import { memberIdKeys } from '../../src/domain/payers/spoken-member-id.ts'

describe('a member ID as it was said', () => {
  test.each([
    ['w as in whiskey one two three b as in boy double seven oh four', 'W123B7704'],
    ['q like queen x like x-ray five triple zero nine three two', 'QX5000932'],
    ['tango foxtrot juliet two three four', 'TFJ234'],
    ['one e g four t e five m k seven three', '1EG4TE5MK73'],
    ['h z n 604 118 02 dash 02', 'HZN6041180202'],
    ['double u twelve forty-four', 'W1244'],
    ['b boy four hundred twelve', 'B412'],
    ['s six s seven', 'S6S7'],
    ['bee for bravo ate won', 'B81'],
    ['KP 1038 4756', 'KP10384756'],
  ])('%s is %s', (said, key) => expect(memberIdKeys(said)[0]).toBe(key))

  test('as it is written it has one meaning', () => {
    for (const written of ['W448120973', 'HR-4471-0082', 'w 448 120 973'])
      expect(memberIdKeys(written)).toEqual([written.replace(/[^a-z0-9]/gi, '').toUpperCase()])
  })

  test('"oh" is a zero or the letter', () => {
    expect(memberIdKeys('b oh nine')).toEqual(expect.arrayContaining(['B09', 'BO9']))
  })

  test('"twenty four" is 24, or 20 and 4', () => {
    expect(memberIdKeys('t f t eleven eighty eight twenty four thirty')).toEqual(expect.arrayContaining(['TFT11882430', 'TFT118820430']))
  })

  test('what spells nothing has no other meaning, and no character has none', () => {
    expect(memberIdKeys('whatever is printed there')).toEqual(['WHATEVERISPRINTEDTHERE'])
    expect(memberIdKeys(' - ')).toEqual([])
  })

  test('a digit less, more or other is another ID', () => {
    const key = memberIdKeys('nine oh four four one seven double three oh')
    expect(key).not.toContain('904417730')
    expect(memberIdKeys('u one one four oh five two nine')).not.toContain('U11400529')
  })
})
