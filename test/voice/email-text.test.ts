import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followUpText, subjectLine, topicsFor } from '../../src/domain/voice/email/follow-up-email.ts'

// docs/contract.md, send_follow_up_email: an agent's words bring no link, address or markup into a patient's mail.

const hostile = [
  'https://evil.example/login',
  'see evil.example for your refund',
  'evil．example',
  'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  'www evil',
  'bit.ly/abc',
  'evil.example',
  'evil.xn--p1ai',
  'hxxps://evil',
  'evil dot com',
  'your copay card//evil',
  'javascript:alert(1)',
  'mailto:thief',
  'thief@example.org',
  'thief＠example.org',
  'tel:5550199',
  'call 555-0199',
  'call +1 (555) 010-0199',
  'call 5 5 5 0 1 9 9',
  'call ٥٥٥٠١٩٩',
  'call 1-800-REFUNDS',
  'call 800-REFUND',
  'text HELP to 74747',
  '10.0.0.1',
  '<b>copay</b>',
  '<img src=x>',
  '&lt;a&gt;',
  '&#104;ttp',
  '[copay](evil)',
  '**copay**',
  '`copay`',
  '# copay',
  '{{firstName}}',
  '<%= name %>',
  'copay\\nBcc',
  'copay\u202ecard',
  'copay\u200bcard',
  'evil\u3002com',
  '🎁 you won',
  '---',
  '',
]
const harmless = [
  'copay card',
  'prior authorization for Humira',
  'Stelara 45 mg/0.5 mL, e.g. the pen',
  'the U.S. plan (2026)',
  "your plan's deductible: what is left",
  'injection at 10:30',
  'J0135 and J3357',
  'a copay of $25',
  'ibuprofen 800 mg tablets',
  'autorización previa de María',
  '医療費',
  'and/or side effects?',
]

test.each(hostile)('a topic %j is left out', (topic) => {
  expect(topicsFor([topic, 'copay card'], undefined)).toEqual(['copay card'])
})

test.each(harmless)('a topic %j is kept', (topic) => {
  expect(topicsFor([topic], undefined)).toEqual([topic])
})

test('no topic that is kept has what mail programs make a link of', () => {
  const piece = fc.constantFrom('.', '/', ':', '@', '//', ' ', 'com', 'evil', '1', '555', '-', '<', '>', 'a', '．', '&', '(', ')', 'www')
  const topic = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(topic, { maxLength: 20 }), (topics) => {
      for (const kept of topicsFor(topics, undefined)) {
        const folded = kept.normalize('NFKC')
        expect(folded).not.toMatch(/@|:\/|\/\/|[<>[\]{}`*_#|\\]|[\p{L}\p{N}]\.\p{L}{2}|\d{5}|\p{C}/u)
      }
    }),
    { numRuns: 2_000 },
  )
})

describe('with a list of topics', () => {
  const allowed = ['Copay card', 'Prior authorization']

  test('only what is on it is kept, as the list writes it', () => {
    const wanted = ['copay  CARD', 'prior authorization', 'your diagnosis', 'Copay card and evil.example']
    expect(topicsFor(wanted, allowed)).toEqual(['Copay card', 'Prior authorization'])
  })
})

test.each(['your plan.support', 'help.care', 'Your payments.services', 'call.help/now', 'thief@support', 'form\nBcc: x'])(
  'a subject %j is replaced',
  (subject) => {
    expect(subjectLine(subject)).toBe('Following up on your call')
  },
)

test('a name that is none is not written into the mail', () => {
  expect(followUpText('Ada https://evil.example', [])).toContain('Dear patient,')
  expect(followUpText('María-José', [])).toContain('Dear María-José,')
})
