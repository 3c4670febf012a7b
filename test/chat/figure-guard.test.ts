import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UnsupportedFigure, withoutUnsupportedFigures } from '../../src/domain/chat/answer/model/figure-guard.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { metadataOf } from '../../src/domain/library/metadata.ts'

async function* streamed(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces
}

/** The part of a model's answer that is shown, piece by piece, and whether it was stopped. */
async function shown(pieces: Iterable<string>, allowed: string) {
  const passed: string[] = []
  try {
    for await (const piece of withoutUnsupportedFigures(streamed(pieces), allowed)) passed.push(piece)
  } catch (error) {
    if (!(error instanceof UnsupportedFigure)) throw error
    return { text: passed.join(''), passed, stopped: true }
  }
  return { text: passed.join(''), passed, stopped: false }
}

/** A text in pieces of these lengths, which may split a character. */
function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = []
  for (let from = 0, index = 0; from < text.length; index++) {
    const length = lengths[index % lengths.length] ?? 1
    pieces.push(text.slice(from, from + length))
    from += length
  }
  return pieces
}
const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 })

const page = `Take 80 mg (two 40 mg tablets) every 4 weeks; the first dose is 1,500 mg, given as two starter doses.
Weeks 2, 4, 6 and 8 | 40 mg. Leave it out for 30 minutes at 36°F to 46°F (2°C to 8°C). It lasts up to 7 days.
Call 1-800-222-1222. Inject at a 45-degree angle, twice a day for twenty-four hours. Children take 0.5 mL from 6 years.`

describe('supported text is shown unchanged', () => {
  test.each([
    'Take 80 mg every 4 weeks.',
    'Take 80mg (two tablets of 40 mg) every four weeks',
    'You take **80 mg**, not less.',
    'The first dose is 1500 mg, or 1,500 milligrams.',
    'Two doses at the start. The 4-week rhythm follows. At weeks 2, 4, 6, and 8 you take 40 mg.',
    'After 8 weeks, ask. Week 6 is one of them.',
    'Leave it out for 30 minutes, between 36°F and 46°F.',
    'Store at 36–46 °F (2-8 °C).',
    'Store at 36 to 46 degrees Fahrenheit; 2 ℃ to 8 ℃.',
    'A 30-minute wait. 30 min. ３０ minutes. ٣٠ minutes. Thirty minutes.',
    'Call 1-800-222-1222, or 1 800 222 1222.',
    'At 45 degrees, two times a day, for 24 hours.',
    '0.5 mL, .5 ml, 0,5 ml: from the age of 6.',
    'Tome 80 mg (dos comprimidos de 40 mg) cada cuatro semanas, dos veces al día.',
    'Ten cuidado: guárdelo entre 36 °F y 46 °F, hasta siete días.',
    'There are two ways to do it. One is this; once a day. The third is often tender.',
    '1. Wash your hands\n2. Sit down\n3) Wait',
    'Steps:\n\n**1.** Wash\n**2.** Wait\n\nAnd:\n1. Call.\n\nStep 1: call. Step 2: wait.',
    'Double-check the carton. Stop. An extra blanket. Por medio de la piel.',
    'At weeks 2, 4, 6, 8, 2, 4, 6, 8, 2, 4, 6, 8, 2, 4, 6, 8 and so on.',
    'Frequent words: do, in, on, me, so, si, extra, add, those, thin, twi, hun. 💉 Never  frozen\u00a0…\n',
    '',
  ])('%j', async (text) => {
    const { stopped, ...rest } = await shown(text.match(/\s*\S+|\s+$/g) ?? [], page)
    expect({ stopped, text: rest.text }).toEqual({ stopped: false, text })
  })

  test('ordinary words are shown as they come, a figure together with the next word', async () => {
    const { passed } = await shown(['Keep', ' it', ' at', ' 36', '°F', ' or', ' for', ' 30', ' min', 'utes', ', cold', '.'], page)
    expect(passed).toEqual(['Keep', ' it', ' at', ' ', '36°F or', ' ', 'for ', '30 minutes, cold', '.'])
  })
})

describe('unsupported text is stopped before its figure shows', () => {
  test.each([
    ['Take ten tablets', 'Take '],
    ['Take five hundred mg', 'Take '],
    ['Take one hundred mg', 'Take one '],
    ['Take half a tablet', 'Take '],
    ['Take a double dose', 'Take a '],
    ['Take it thrice', 'Take it '],
    ['Triple it', ''],
    ['Tome diez', 'Tome '],
    ['Tome el doble', 'Tome el '],
    ['La mitad', 'La '],
    ['Media tableta', ''],
    ['Take ٤٥٠٠ mg', 'Take '],
    ['Take ９００', 'Take '],
    ['Take 𝟗𝟎𝟎', 'Take '],
    ['Take ½ tablet', 'Take '],
    ['Take 8² mg', 'Take '],
    ['Take Ⅷ', 'Take '],
    ['Take 45 00', 'Take '],
    ['Take 4\u200b7', 'Take '],
    ['Take 4\u00ad6 mg', 'Take '],
    ['Take 4*6* mg', 'Take '],
    ['Take t\u200ben tablets', 'Take '],
    ['Take TEN tablets', 'Take '],
    ['Take 36 mg', 'Take '],
    ['Take 80 tablets', 'Take '],
    ['Take 4 to 80 mg', 'Take '],
    ['Take 2 more tablespoons', 'Take '],
    ['Every 30 days', 'Every '],
    ['Take 80 kg', 'Take '],
    ['Take 5 hundred', 'Take '],
    ['Take 40Omg', 'Take '],
    ['Keep it at -2 °C', 'Keep it at -'],
    ['Call 1-800-222-1223', 'Call '],
    ['Skip the next', ''],
    ['You can stop taking it', 'You can '],
    ['Puede dejar de tomarlo', 'Puede '],
    ['An increase is fine', 'An '],
    ['Take an extra dose', 'Take an '],
    ['Tome una dosis extra', 'Tome una dosis '],
    ['1. Wash\n3. Wait', '1. Wash\n'],
    ['Take\n5. Wait', 'Take\n'],
    ['Take 80 mg, or 36 tablets', 'Take 80 mg, or '],
    ['Take seventy-two mg', 'Take '],
    ['Tome treinta y dos mg', 'Tome '],
    ['Take two hundred and forty mg', 'Take '],
    ['Take ㊿ mg', 'Take '],
    ['Take 1,5 g', 'Take '],
    ['Take 1.5 mg', 'Take '],
    ['Week 6 30 mg', 'Week '],
    ['$80', '$'],
  ])('%j', async (text, before) => {
    const { text: passed, stopped } = await shown(text, page)
    expect({ stopped, passed }).toEqual({ stopped: true, passed: before })
  })

  test('a directive to change a dose is shown if a source has it, in either language', async () => {
    const source = 'Do not double the dose, skip it or take an extra injection. Half an hour is enough. Do not stop using it.'
    const told = 'No tome el doble ni omita la dosis; media hora. Never take half, an extra dose, or skip; do not stop taking it.'
    expect(await shown([told], source)).toMatchObject({ text: told, stopped: false })
  })
})

test('the text shown does not depend on the tokens, and is a prefix of the answer', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '80',
      'mg',
      ' ',
      ' ',
      '4',
      '\n',
      '.',
      ',',
      '-',
      'weeks',
      'to',
      'and',
      'two',
      'ten',
      'half',
      'stop',
      'taking',
      '½',
      '𝟗',
      '💉',
    ),
    fc.constantFrom('1. ', '\u200b', '**', '°F', '36', 'twenty', 'hundred', 'dosis', 'extra', 'de', 'd', 'en', '(', ')', ':', 'é', '㎎'),
    fc.string({ maxLength: 4, unit: 'binary' }),
  )
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(text, lengths, async (said, sizes) => {
      const whole = await shown([said], page)
      const { text, stopped } = await shown(cut(said, sizes), page)
      expect({ text, stopped }).toEqual({ text: whole.text, stopped: whole.stopped })
      expect(said.startsWith(text)).toBe(true)
      if (!stopped) expect(text).toBe(said)
    }),
    { numRuns: 1_000 },
  )
})

describe('a text of any length is read to its end or stopped early', () => {
  test.each<[string, string, boolean, number?]>([
    ['digits', '7', true],
    ['digits and points', '7.', true],
    ['figures in a row', '7 ', true],
    ['figures and commas', '7, ', false, 200_000],
    ['known figures', '80 mg ', false, 200_000],
    ['number words', 'two ', false, 200_000],
    ['white space', ' ', false],
    ['points', '.', false],
    ['what is not seen', '\u200b', false],
    ['a number with what is not seen', '7\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b', true],
    ['beginnings of words', 'stop ', false, 200_000],
    ['one word', 'increase', true],
    ['signs of numbers', '^-', false],
  ])(
    '%s',
    async (_name, part, stopped, length = 1_000_000) => {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length)
      expect((await shown([text], page)).stopped).toBe(stopped)
      expect((await shown(cut(text.slice(0, 50_000), [1_000, 1]), page)).stopped).toBe(stopped)
      // The same text as a source.
      expect((await shown(['Keep it cold, 80000 mg.'], text)).stopped).toBe(true)
    },
    120_000,
  )

  test('no more than 40 characters are held back', async () => {
    expect(await shown([`For 7${' '.repeat(30)}days`], page)).toMatchObject({ stopped: false })
    expect(await shown([`For 7${' '.repeat(41)}days`], page)).toMatchObject({ text: 'For ', stopped: true })
  })
})

describe('the sample library', async () => {
  const folder = new URL('../../prisma/seed/library/', import.meta.url)
  const names = readdirSync(folder).filter((name) => /\.(html|pdf|vtt)$/.test(name))
  const documents = await Promise.all(
    names.map((name) =>
      extractDocument({
        name,
        bytes: new Uint8Array(readFileSync(new URL(name, folder))),
        metadata: metadataOf(/\.html$/.test(name) ? '{}' : readFileSync(new URL(name.replace(/\.\w+$/, '.meta.json'), folder), 'utf8')),
      }),
    ),
  )
  const sections = documents.flatMap((document) => document.sections)
  const contents = sections.map(({ content }) => content)

  test('may be quoted by section and by sentence, with any tokens', async () => {
    expect(contents.length).toBeGreaterThan(80)
    await fc.assert(
      fc.asyncProperty(lengths, async (sizes) => {
        for (const content of contents) {
          expect(await shown(cut(content, sizes), content)).toMatchObject({ text: content, stopped: false })
        }
      }),
      { numRuns: 5 },
    )
    for (const content of contents)
      for (const sentence of content.split(/(?<=[.:;|?!])\s+|\n/)) {
        expect(await shown([sentence], content)).toMatchObject({ text: sentence, stopped: false })
      }
  })

  /** Each with words of its section's header. */
  const paraphrases: [string, string][] = [
    [
      'How to store Emgality',
      'Keep it in the fridge at 36°F to 46°F (2°C to 8°C), in its carton. Two things matter most: do not freeze it and do not shake it.',
    ],
    ['How to store Emgality', 'Store Emgality between 36 and 46 degrees Fahrenheit, or 2–8 °C.'],
    [
      'How to store Emgality',
      'Guarde Emgality en el refrigerador, entre 36 °F y 46 °F (de 2 °C a 8 °C). No lo congele. Tire el medicamento si se congeló.',
    ],
    [
      'Emgality left out',
      'Emgality can stay out of the refrigerator for a maximum of seven days, at 86°F (30°C) or below. After 7 days, throw it away; never put it back.',
    ],
    [
      'Emgality left out',
      'Puede estar fuera del refrigerador hasta 7 días, a no más de 30 °C (86 °F). Si no lo usa en esos siete días, tírelo.',
    ],
    [
      'Emgality left out',
      'If it was out for 7 days or less and no warmer than 86 °F, it is fine.\n\n1. Write down the date.\n2. Keep it in the carton.\n3. Call your pharmacist if you are unsure.',
    ],
    [
      'frozen or got hot',
      'Never use Emgality that was frozen or above 86°F (30°C). Let it warm up for half an hour at room temperature instead.',
    ],
    ['frozen or got hot', 'No lo use si se congeló o estuvo a más de 30 °C. Media hora a temperatura ambiente es suficiente.'],
    [
      'for migraine',
      'You start with 240 mg (two 120 mg injections, one after the other). Then it is 120 mg once a month. Your doctor decides any change.',
    ],
    [
      'for migraine',
      'The first dose is 240 mg, given as 2 injections of 120 mg each. After that you take 120 mg every month, as one injection.',
    ],
    ['for migraine', 'La primera dosis es de 240 mg, en dos inyecciones de 120 mg; después, 120 mg al mes en una inyección.'],
    [
      'cluster headache',
      'The dose is 300 mg: three injections of 100 mg each, one after another, at the start, then 300 mg every month until the period ends.',
    ],
    ['cluster headache', 'For episodic cluster headache, people take 300 mg as three 100 mg injections (3 syringes).'],
    [
      'miss a dose of Emgality',
      'Take it as soon as you can, then count a month from that day. For example, if you were due on the 1st and injected on the 9th, the next is due around the 9th. Do not take an extra dose to catch up.',
    ],
    [
      'Getting ready',
      'Take it out of the refrigerator and let it sit for 30 minutes. Do not warm it in a microwave or in hot water. Check that it is clear.',
    ],
    ['Getting ready', 'Déjelo a temperatura ambiente durante 30 minutos. No lo agite.'],
    [
      'Where on the body to inject Emg',
      'Inject in your stomach area, at least 2 inches from the belly button, or your thighs, two inches above the knee and 2 inches below the groin. Do not use the same spot twice.',
    ],
    [
      'Steps with the Emgality',
      '1. Pull off the cap.\n2. Pinch the skin and insert the needle at a 45° angle.\n3. Push slowly.\n4. Take it out.\n5. If it bleeds, press gauze on it.\n6. Put the syringe in a sharps container.\n\nFor a cluster headache dose, repeat these steps three times, with a new syringe each time.',
    ],
    [
      'Taltz dosing schedule',
      'Taltz starts with 160 mg (two 80 mg injections) at week 0. Then you take 80 mg at weeks 2, 4, 6, 8, 10 and 12. After that, it is 80 mg every four weeks.',
    ],
    ['Taltz dosing schedule', 'In the first 3 months you take it more often. After 12 weeks it is every 4 weeks.'],
    [
      'psoriatic arthritis and spine',
      'It is 160 mg (two 80 mg injections) first, then 80 mg every 4 weeks. For the last one there is no double first dose.',
    ],
    [
      'Taltz dose for children',
      'For children 6 years and older it depends on weight: more than 50 kg: 160 mg first, then 80 mg every 4 weeks; 25–50 kg: 80 mg, then 40 mg; under 25 kg: 40 mg, then 20 mg.',
    ],
    ['Taltz dose for children', 'A partir de los 6 años. Si pesa entre 25 y 50 kg: 80 mg primero, luego 40 mg cada cuatro semanas.'],
    [
      'miss a dose of Taltz',
      'Take the missed dose as soon as possible and go back to your regular schedule. Do not take two doses at once to make up for it.',
    ],
    [
      'Where and how to inject Taltz',
      'Let it come to room temperature for about 30 minutes. Inject at least an inch (1 inch) from the belly button.',
    ],
    [
      'Stelara dose for adults',
      'If you weigh 100 kg or less, the dose is 45 mg; over 100 kg it is 90 mg. You get it at the start, 4 weeks later and then every 12 weeks. There are 12 weeks between injections after the two starter doses.',
    ],
    ['Stelara dose for adults', 'Las dosis: 45 mg al inicio, cuatro semanas después y luego cada doce semanas (cada 12 semanas).'],
    [
      'Stelara dose for Crohn',
      'The first dose is an infusion that takes at least one hour (1 hour): 260 mg for 55 kg or less, 390 mg for 55 to 85 kg, 520 mg above 85 kg. Then 90 mg every eight weeks, starting 8 weeks after the infusion.',
    ],
    ['Stelara dose for children', 'Under 60 kg: 0.75 mg per kg. From 60 to 100 kg: 45 mg. Children must be at least 6 years old.'],
    ['Injecting Stelara', 'A 90 mg dose is either one 90 mg syringe or two 45 mg syringes. Insert the needle at 45 degrees.'],
    ['Medicare Extra Help', 'Extra Help lowers premiums and co-pays. You can apply in three ways: online, by phone, or at an office.'],
    [
      'afford the next dose',
      'Do not skip a dose or split it to save money. There are several things you can do:\n\n- Ask the pharmacy about the price.\n- Call the support program.',
    ],
    ['afford the next dose', 'No omita ninguna dosis ni la divida sin hablar con su médico.'],
    [
      'co-pay',
      'Both are possible. The card may lower what you pay; there is a highest amount a year. Ask first, or call again; an additional card may help.',
    ],
    ['throw away unused Emg', 'Throw it away if it has expired, was frozen, or was out for over 7 days or above 86°F.'],
  ]

  test.each(paraphrases)('%s may be paraphrased: %j', async (header, text) => {
    const section = sections.find(({ sectionHeader }) => sectionHeader?.includes(header))
    expect(section).toBeDefined()
    expect(await shown(text.match(/\s*\S+/g) ?? [], `${section?.title} ${section?.sectionHeader} ${section?.content}`)).toMatchObject({
      text,
      stopped: false,
    })
  })

  test('may not be told with the figures of another medicine, or with a computed schedule', async () => {
    const about = (header: string) => sections.find(({ sectionHeader }) => sectionHeader?.includes(header))?.content ?? ''
    expect(await shown(['Taltz starts with 160 mg.'], about('Stelara dose for adults'))).toMatchObject({ text: 'Taltz starts with ' })
    const computed = 'One 80 mg injection every 2 weeks until week 12'
    expect(await shown([computed], about('Taltz dosing schedule'))).toMatchObject({ text: 'One 80 mg injection every ', stopped: true })
  })
})
