import { expect, test } from 'vitest'
import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'

// The same frames with other symptoms and medicines: what is asked opens no case, what is told does. None of the symptoms is among
// those that the frames of eval/train/adverse-mentions are filled with.

const medicines = ['Ajovy', 'Taltz', 'humira']

interface Frames {
  symptoms: string
  asked: string
  told: string
}

const english: Frames = {
  symptoms:
    'hair thinning, weight gain, joint stiffness, insomnia, fatigue, bruising, dry mouth, acne, mood swings, cramps, vomiting, low blood pressure, brain fog, eye twitching, water retention, tooth pain',
  asked: `can {d} cause {s}
does {d} cause {s}
does {d} give you {s}
will {d} give me {s}
is {s} a side effect of {d}
is {s} common with {d}
how common is {s} on {d}
do people get {s} from {d}
can you get {s} from {d}?
i read that {d} can cause {s}, is that so
what if i get {s} on {d}
how long does {s} last with {d}
what helps with {s} from {d}
should i worry about {s} with {d}
is {s} something to watch for with {d}
what should i do about {s} if it happens after {d}
does {d} list {s} as a side effect
are there warnings about {s} for {d}
is {d} safe for someone with {s}
does {d} help with {s}
i have {s}, can i take {d}`,
  told: `i got {s} after {d}
{d} gave me {s}
since i started {d} i have {s}
ive had {s} ever since my last {d} shot
{s} after {d}
my husband gets {s} every time he takes {d}
after the {d} injection i had {s} for two days
is this {s} from the {d} i took yesterday?
why do i have {s} since {d}
{d} is causing me {s}`,
}

const adjectives: Frames = {
  symptoms: 'tired, drowsy, sick, moody, thirsty, weak, hungry, sweaty, gassy, restless, clumsy, forgetful',
  asked: `can {d} make you {s}
does {d} make you {s}
will {d} make me {s}
could {d} make a person {s}
is it normal to be {s} on {d}
is being {s} a side effect of {d}
do people get {s} on {d}
any chance {d} makes you {s}
i heard {d} makes you {s}, true?
what to do if {d} makes you {s}`,
  told: `{d} makes me so {s}
i have been {s} since i started {d}
i felt {s} for two days after my {d} shot
my mom is always {s} after her {d}`,
}

const spanish: Frames = {
  symptoms:
    'estreñimiento, dolor de cabeza, mareos, sarpullido, ronchas, fiebre, insomnio, cansancio, diarrea, comezón, moretones, calambres',
  asked: `{d} puede causar {s}
¿{d} causa {s}?
es normal tener {s} con {d}
que tan comun es {s} con {d}
me puede dar {s} con {d}?
que hago si me da {s} con {d}
{s} es un efecto secundario de {d}?
cuanto dura {s} con {d}
dicen que {d} puede dar {s}, es cierto?
puedo tomar algo para {s} si uso {d}
cuando debo preocuparme por {s} con {d}
tengo {s}, puedo usar {d}?`,
  told: `me dio {s} despues de {d}
desde que uso {d} tengo {s}
mi mama tiene {s} desde la inyeccion de {d}
a mi hijo le dio {s} con {d}
despues de ponerme {d} tuve {s} dos dias
es por {d} que tengo {s}?`,
}

const filled = (frames: string, symptoms: string) =>
  frames
    .split('\n')
    .flatMap((frame) =>
      symptoms.split(', ').flatMap((symptom) => medicines.map((name) => frame.replace('{d}', name).replace('{s}', symptom))),
    )

test.each(Object.entries({ english, adjectives, spanish }))(
  'of messages in %s at most one in thirty that ask opens a case, and at least 19 of 20 that tell do',
  (_language, { symptoms, asked, told }) => {
    const cases = (messages: string[]) => messages.filter((message) => assessMessage(message, []).adverseEvent !== null)
    const [questions, reports] = [filled(asked, symptoms), filled(told, symptoms)]
    const opened = cases(questions)
    expect(opened.length / questions.length, opened.slice(0, 20).join('\n')).toBeLessThanOrEqual(1 / 30)
    expect(cases(reports).length / reports.length).toBeGreaterThanOrEqual(0.95)
  },
)
