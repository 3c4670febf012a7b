import { describe, expect, test } from 'vitest'
import { adverseMentions } from '../../../src/domain/safety/signs/adverse-mentions.ts'

const call = (...lines: string[]) =>
  lines.map((line) => ({ speaker: line.startsWith('A: ') ? 'agent' : 'user', text: line.replace(/^[AU]: /, '') }))
const mentionsOf = (...lines: string[]) => adverseMentions(call(...lines))

describe('a call', () => {
  test('gives a report in the words of the caller, with symptoms and medication', async () => {
    expect(
      await mentionsOf(
        'A: How can I help you?',
        "U: Hi, I'm calling about my copay. Since I started Humira I've had a rash and really bad headaches.",
      ),
    ).toEqual([
      {
        text: "Since I started Humira I've had a rash and really bad headaches.",
        kinds: ['side_effect'],
        symptoms: ['rash', 'headache'],
        medicationName: 'Humira',
        severity: null,
        score: expect.any(Number),
        emergency: false,
      },
    ])
  })

  test("takes nothing from the agent's words", async () => {
    expect(await mentionsOf('A: Humira gave me a terrible rash, and you had hives.', 'U: okay')).toEqual([])
  })

  test.each([
    'Yes.',
    'yeah',
    'um yes i did',
    'sí',
    'Yeah, a few.',
    'yes a bad rash',
    'yeah headaches',
    'just some nausea',
    'no just a rash',
    'no wait yes a rash',
    'yes nothing major',
    'yeah, no big deal',
  ])('hears "%s" to a question about side effects as a report', async (answer) => {
    expect(await mentionsOf('A: Did you have any side effects from the Humira?', `U: ${answer}`)).toHaveLength(1)
  })

  test.each([
    'No.',
    'nope',
    'no none at all',
    'not that i know of',
    "no i haven't",
    'no nausea no rash nothing',
    'what do you mean?',
    'no thank god',
    'yeah no not really',
    'Yes I mean no',
    'yeah no',
    'yeah, nope',
  ])('hears "%s" to a question about side effects as none', async (answer) => {
    expect(await mentionsOf('A: Did you have any side effects from the Humira?', `U: ${answer}`)).toEqual([])
  })

  test('names the symptom that a bare "yes" affirms', async () => {
    const [mention] = await mentionsOf('A: Has the Enbrel caused you any nausea?', 'U: yes')
    expect(mention).toMatchObject({ text: 'yes', symptoms: ['nausea'], medicationName: 'Enbrel' })
  })

  test('hears "yes" to another question as nothing', async () => {
    expect(await mentionsOf('A: You are on Humira, right?', 'U: yes', 'A: And is this your address?', 'U: yes')).toEqual([])
  })

  test.each([
    ['life-threatening', 'i went into anaphylactic shock after the infusion'],
    ['life-threatening', "after the shot i couldn't breathe"],
    ['severe', 'the infusion made me so sick i ended up in the hospital'],
    ['severe', 'i have severe joint pain since the shot'],
    ['moderate', 'i have moderate headaches since the shot'],
    ['mild', 'i had a little bit of nausea after the shot'],
    [null, 'i had a headache after the shot'],
    [null, "i had a headache after the shot but i didn't have to go to the hospital"],
  ])('has severity %s by the words of "%s"', async (severity, text) => {
    expect((await mentionsOf(`U: ${text}`))[0]?.severity).toBe(severity)
  })

  test.each([
    "since the last dose i've been thinking about killing myself",
    "i've got chest pain since the infusion",
    'my throat is swelling up after the shot',
    'he had a seizure after the shot',
  ])('may need help at once where someone says "%s"', async (text) => {
    expect((await mentionsOf(`U: ${text}`))[0]?.emergency).toBe(true)
  })

  test('tells an event once that is told bit by bit, as grave as its gravest word', async () => {
    const lines = ['U: i got a rash from the shot', 'A: I am sorry.', 'U: yes the rash from the shot is bad']
    expect(await mentionsOf(...lines)).toHaveLength(1)
    const graver = await mentionsOf(...lines, 'U: i went to the hospital for the rash from the shot')
    expect(graver.map(({ severity }) => severity)).toEqual(['severe'])
  })

  test('does not take complaints of illness in a call without a medicine for reports', async () => {
    expect(await mentionsOf("U: i've had a sore throat and a cough for a week", 'A: Any pain?', 'U: my back hurts')).toEqual([])
  })

  test('takes a plain complaint of a patient of a program for one, though no medicine is named', async () => {
    const turns = [
      { speaker: 'agent', text: 'How can I help you today?' },
      { speaker: 'user', text: 'I passed out yesterday and I have hives.' },
    ]
    expect(await adverseMentions(turns, { onMedication: true })).toHaveLength(1)
  })

  test.each(["I'm having chest pain right now", 'my lips are swelling', "I can't breathe", 'I had a seizure'])(
    'takes what may need help at once for a report, whoever calls about whatever: %s',
    async (text) => {
      expect(await adverseMentions([{ speaker: 'user', text }])).toHaveLength(1)
    },
  )

  test('takes the same words for a report where the medicine was just spoken of', async () => {
    expect(await mentionsOf('A: How have you been since your last Humira dose?', "U: i've had this awful rash for a week")).toHaveLength(1)
  })

  test.each([
    [null, ['U: I switched from Enbrel to Humira and it gave me hives.']],
    [null, ['A: Are you still taking Humira?', 'U: Yes. The antibiotic my dentist gave me made me throw up.']],
    [null, ['U: they had to give me an epipen after the infusion']],
    [null, ['A: Humira or Enbrel?', 'U: the shot gave me hives']],
    [null, ['A: You are on Humira, right?', 'U: the other pills gave me hives']],
    ['Humira', ['A: You are on Humira, right?', 'U: yes and it gave me hives']],
    ['Humira', ['U: Humira gave me hives so they gave me Benadryl']],
  ])('blames %s by %j', async (medicationName, lines) => {
    const mentions = await mentionsOf(...lines)
    expect(mentions.map((mention) => mention.medicationName)).toEqual([medicationName])
  })

  test.each([
    ['gastrointestinal bleeding', 'there is blood in my stool since the shot'],
    ['skin peeling', 'my skin is peeling off since the shot'],
    ['hallucinations', "since the shot i've been seeing things that aren't there"],
    ['coughing blood', 'i coughed up blood after the shot'],
    ['death', 'my husband died three days after they gave him the drug'],
    ['pregnancy exposure', "i'm seven weeks pregnant and i took Accutane"],
    ['overdose or wrong dose', 'i accidentally gave myself two Humira shots'],
    ['lost treatment effect', 'the drug stopped working and my flare is back'],
    ['trouble walking', "i haven't been able to walk since the injection"],
  ])('names %s in "%s"', async (symptom, text) => {
    expect((await mentionsOf(`U: ${text}`))[0]?.symptoms).toContain(symptom)
  })

  test.each([
    'my heart races every time i take it',
    "i think i'm allergic to it i'm itching all over",
    'my tongue got thick and i could hardly swallow',
    'half my face is drooping',
  ])('hears "%s" as a report though no medicine is named', async (text) => {
    expect(await mentionsOf(`U: ${text}`)).toHaveLength(1)
  })

  test.each(['i almost had a heart attack when i saw the bill', 'the tablets are hard to swallow can i crush them'])(
    'is no emergency where someone says "%s"',
    async (text) => {
      expect(await mentionsOf('A: You are on Humira, right?', `U: ${text}`)).toEqual([])
    },
  )

  test('asks the embedding of likely sentences only, and does without it where it fails', async () => {
    const turns = call('U: hello', 'U: i got a rash from the shot', 'U: okay thank you bye')
    const asked: string[] = []
    const embed = async (texts: string[]) => {
      asked.push(...texts)
      throw new Error('the embedding model was closed')
    }
    expect(await adverseMentions(turns, { embed })).toEqual(await adverseMentions(turns))
    expect(asked).toContain('i got a rash from the shot')
    expect(asked).not.toContain('hello')
  })
})
