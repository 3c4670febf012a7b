import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { turnsOf } from '../../../src/domain/voice/analysis/transcript-turns.ts'

const said = (transcript: string) => turnsOf(transcript).map(({ speaker, text }) => `${speaker}|${text}`)

describe('transcripts as platforms write them', () => {
  const forms: [name: string, transcript: string, turns: string[]][] = [
    ['Vapi', 'AI: Hello.\nUser: Hi, this is Ana.', ['AI|Hello.', 'User|Hi, this is Ana.']],
    ['Retell', 'Agent: Hello.\nUser: Hi.\n', ['Agent|Hello.', 'User|Hi.']],
    ['Bland', 'assistant: Hello. \n user: Hi. \n agent-action: Ended call', ['assistant|Hello.', 'user|Hi.']],
    ['times before', '[00:01] Caller: Hi.\n[00:01:04] Agent: Hello.', ['Caller|Hi.', 'Agent|Hello.']],
    ['times before, bare', '00:00:01 Agent: Hi.\n00:00:02.5 - User: Yes.', ['Agent|Hi.', 'User|Yes.']],
    ['times behind', 'Patient (0:05): It hurts.\nNurse (0:09): Where?', ['Patient|It hurts.', 'Nurse|Where?']],
    ['numbered speakers', 'Speaker 1: Hi.\nSpeaker 2: Hello.', ['Speaker 1|Hi.', 'Speaker 2|Hello.']],
    ['roles', 'Doctor: How are you?\nPatient: Fine.', ['Doctor|How are you?', 'Patient|Fine.']],
    ['Markdown', '**Agent:** Hi.\n**User**: Yes.', ['Agent|Hi.', 'User|Yes.']],
    ['names', 'Maria Lopez: Hi.\nJohn: Hello.', ['Maria Lopez|Hi.', 'John|Hello.']],
    ['names outside ASCII', 'José: Hola.\nAna: Hola.', ['José|Hola.', 'Ana|Hola.']],
    ['one line', 'AI: Hello. User: Hi. AI: How can I help?', ['AI|Hello.', 'User|Hi.', 'AI|How can I help?']],
    ['line ends of Windows', 'AI: Hello.\r\nUser: Hi.\r\n', ['AI|Hello.', 'User|Hi.']],
    ['line ends written out', String.raw`AI: Hello.\nUser: Hi.`, ['AI|Hello.', 'User|Hi.']],
    ['no speakers', 'I called about my refill. It is late.', ['unknown|I called about my refill. It is late.']],
    ['a line before the first label', 'Recorded on Monday\nUser: Hi.', ['unknown|Recorded on Monday', 'User|Hi.']],
    [
      'a line without a label goes on',
      'User: My arm hurts\nand it is red.\nAI: I see.',
      ['User|My arm hurts\nand it is red.', 'AI|I see.'],
    ],
    ['JSON, content', '[{"role":"assistant","content":"Hello."},{"role":"user","content":"Hi."}]', ['assistant|Hello.', 'user|Hi.']],
    ['JSON, message and null', '[{"role":"agent","message":null},{"role":"user","message":"Hi."}]', ['user|Hi.']],
    ['JSON, text and user', '[{"user":"assistant","text":"Hello."}]', ['assistant|Hello.']],
    ['JSON, parts', '[{"role":"user","content":[{"type":"text","text":"Hi."}]}]', ['user|Hi.']],
    ['JSON in an object', '{"messages":[{"role":"user","content":"Hi."}]}', ['user|Hi.']],
    [
      'JSON with prompt and tools',
      '[{"role":"system","content":"Be kind."},{"role":"tool","content":"42"},{"role":"user","content":"Hi."}]',
      ['user|Hi.'],
    ],
    ['broken JSON is text', '[{"role":"user","content":"Hi', ['unknown|[{"role":"user","content":"Hi']],
    ['empty', '', []],
    ['spaces', ' \n \t ', []],
    ['labels without words', 'AI:\nUser:\n', []],
  ]
  test.each(forms)('%s', (_, transcript, turns) => {
    expect(said(transcript)).toEqual(turns)
  })
})

describe('a colon inside what somebody says is no label', () => {
  test.each([
    'User: I told him: no.',
    'User: The doctor said: take two.\nAI: Okay.',
    'User: My symptoms\nSymptoms: rash and fever\nAI: I see.',
    'User: Two things.\nFirst: it hurts.\nSecond: it itches.\nAI: I see.',
    'User: At 10:30 it began.',
    'User: see https://example.com: there',
  ])('%j', (transcript) => {
    const speakers = new Set(turnsOf(transcript).map(({ speaker }) => speaker))
    expect([...speakers].every((speaker) => ['User', 'AI'].includes(speaker))).toBe(true)
  })
})

test('whatever a transcript is, its words are kept in order and turns have a speaker and a text', () => {
  const line = fc.tuple(fc.constantFrom('User', 'AI', 'Speaker 2', 'Note', ''), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(line).map((lines) => lines.map(([who, text]) => `${who}: ${text}`).join('\n')),
      ),
      (transcript) => {
        const turns = turnsOf(transcript)
        for (const { speaker, text } of turns) {
          expect(speaker.trim()).not.toBe('')
          expect(text).toBe(text.trim())
          expect(text).not.toBe('')
        }
      },
    ),
  )
})

describe('a megabyte of anything is read in time that grows with its length alone', () => {
  const million = 1_000_000
  test.each([
    ['spaces', `${' '.repeat(million)}x`],
    ['one turn', `User: ${'word '.repeat(million / 5)}`],
    ['many turns', 'AI: x\nUser: y\n'.repeat(million / 14)],
    ['labels in one line', '. AI: '.repeat(million / 6)],
    ['times', '00:0'.repeat(million / 4)],
    ['brackets', '['.repeat(million)],
    ['capitalized words', 'Aa '.repeat(million / 3)],
  ])('%s', (_, transcript) => {
    expect(turnsOf(transcript).length).toBeGreaterThan(0)
  })
})
