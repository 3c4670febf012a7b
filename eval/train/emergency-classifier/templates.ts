import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pick, seeded } from '../../random.ts'
import type { Written } from './sentences.ts'

/** What may happen to somebody, as it is said of "my <kin>"; and as the past tells it. */
const happenings: [label: string, now: string, past: string, name: string][] = [
  ['medical', "can't breathe", "couldn't breathe", 'trouble breathing'],
  ['medical', 'is gasping for air', 'gasped for air', 'shortness of breath'],
  ['medical', 'has a swollen tongue', 'had a swollen tongue', 'swelling of the tongue'],
  ['medical', 'passed out', 'passed out', 'fainting'],
  ['medical', 'is having a seizure', 'had a seizure', 'seizures'],
  ['medical', 'is unconscious', 'was unconscious', 'unconsciousness'],
  ['medical', 'has crushing chest pain', 'had chest pain', 'chest pain'],
  ['medical', "can't move one arm", "couldn't move one arm", 'a stroke'],
  ['medical', 'is coughing up blood', 'coughed up blood', 'coughing up blood'],
  ['medical', "won't stop bleeding", 'bled for hours', 'heavy bleeding'],
  ['medical', 'is going into shock', 'went into shock', 'anaphylaxis'],
  ['medical', 'has hives all over and a tight throat', 'had hives all over', 'a severe allergic reaction'],
  ['medical', 'has a fever of 105 and is confused', 'had a high fever', 'sepsis'],
  ['overdose', 'took too many pills', 'took too many pills', 'an overdose'],
  ['overdose', 'took a double dose by accident', 'took a double dose', 'a double dose'],
  ['overdose', 'took the wrong medicine', 'took the wrong medicine', 'taking the wrong medicine'],
  ['overdose', 'swallowed a whole bottle of pills', 'swallowed a bottle of pills', 'taking too much'],
  ['overdose', 'injected three pens at once', 'injected three pens', 'injecting too much'],
  ['self_harm', 'wants to die', 'wanted to die', 'suicidal thoughts'],
  ['self_harm', 'is talking about suicide', 'talked about suicide', 'suicide'],
  ['self_harm', 'tried to kill himself', 'tried to kill himself', 'thoughts of self-harm'],
]
const kin = [
  'husband',
  'wife',
  'son',
  'daughter',
  'mom',
  'dad',
  'friend',
  'neighbor',
  'roommate',
  'grandmother',
  'baby',
  'coworker',
  'brother',
  'patient',
]
const medicines = ['Humira', 'Ozempic', 'Eliquis', 'the shot', 'this medicine', 'it', 'Lexapro', 'Keppra', 'the infusion', 'the pill']

const dangers = [
  'my {k} {now}',
  'my {k} {now} right now',
  'help my {k} {now}',
  'my {k} {now} what do I do',
  'what should I do my {k} {now}',
  'my {k} {now} since {m}',
  'an hour after {m} my {k} {now}',
  'is it normal that my {k} {now} after {m}',
  'I read about {name} and now my {k} {now}',
  'my {k} never had {name} before, now he {now}',
  'my {k} had {name} years ago and now {now} again',
  'no rash no fever but my {k} {now}',
]
const ordinary = [
  'can {m} cause {name}',
  'does {m} lead to {name}?',
  'could {m} increase the risk of {name}',
  'would {m} be linked to {name}?',
  'may {m} make people have {name}',
  'did {m} cause {name} in the trials',
  'will {m} help against {name}',
  'how common is {name} on {m}',
  'what are the signs of {name}',
  'what is {name}',
  'is {name} listed for {m}',
  'tell me about {name} and {m}',
  'show me the part on {name}',
  'list everything about {name}',
  'give me the section on {name} for {m}',
  'what if my {k} {now} after {m}',
  'if my {k} ever {past}, what would I do',
  'what should someone do who {now}',
  'I am afraid of {name} from {m}',
  'I worry about {name}, should I',
  'my {k} is afraid of {name}',
  'my {k} wants to know if {m} causes {name}',
  'my {k} {past} ten years ago, can I take {m}',
  'back in 2009 my {k} {past}, does that matter for {m}',
  'my {k} had {name} as a child',
  'I never had {name}',
  "I don't have {name} or anything, I just want the copay card",
  'no {name} so far on {m}',
  'my {k} has not had {name}',
  'the leaflet of {m} mentions {name}, why',
  'the news said {m} causes {name}',
  'I saw a movie where somebody {past}',
  'they asked me if my {k} ever {past}',
  'my doctor asked about {name}',
  'is {m} safe after {name} in the past',
  'people with a history of {name}, can they take {m}',
]

const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))

const kinOf: Record<string, string[]> = {
  en: kin,
  es: ['esposo', 'esposa', 'hijo', 'hija', 'mamá', 'papá', 'abuela', 'hermano', 'suegra', 'niño'],
}
const medicinesOf: Record<string, string[]> = {
  en: medicines,
  es: ['Humira', 'Ozempic', 'Eliquis', 'la inyección', 'esta medicina', 'Lexapro', 'Keppra', 'la pastilla', 'el tratamiento'],
}
/** How often a frame is filled with events or clauses of each kind: one that tells of them as happening, and any other. */
const times: Record<string, { told: number; other: number }> = {
  medical: { told: 9, other: 9 },
  overdose: { told: 1, other: 1 },
  self_harm: { told: 1, other: 1 },
  not_urgent: { told: 4, other: 1 },
  to_die: { told: 10, other: 8 },
}
const labels: Record<string, string> = { to_die: 'self_harm' }

/** What a frame may be filled with: for each place in it a wording of the same thing. */
interface Filling {
  language: string
  kind: string
  wordings: Record<string, string>
}

const events = (): Filling[] =>
  lines('events.tsv').flatMap(([language = '', kind = '', names = '']) =>
    names.split('; ').map((name) => ({ language, kind, wordings: { [kind === 'to_die' ? '{v}' : '{s}']: name } })),
  )
/** Signs as they are described: of oneself, of somebody else, and past. */
const clauses = (): Filling[] =>
  lines('clauses.tsv').map(([language = '', kind = '', own = '', other = '', past = '']) => ({
    language,
    kind,
    wordings: { '{i}': own, '{he}': other, '{was}': past },
  }))

/**
 * Frames (`frames.tsv`) filled with events (`events.tsv`) and described signs (`clauses.tsv`): the frame decides whether one happens, and
 * what it is filled with whether it is a danger.
 */
export function framedEvents(): Written[] {
  const random = seeded(27)
  const byKind = [
    ...Map.groupBy([...events(), ...clauses()], ({ language, kind, wordings }) => [language, kind, Object.keys(wordings)].join()),
  ]
  return lines('frames.tsv').flatMap(([language = '', what = '', frame = '']) =>
    byKind
      .flatMap(([, fillings]) => {
        const [{ language: spoken, kind, wordings } = { language: '', kind: '', wordings: {} }] = fillings
        const fits = spoken === language && Object.keys(wordings).some((place) => frame.includes(place))
        return fits ? [{ kind, fillings }] : []
      })
      .flatMap(({ kind, fillings }) => {
        const { told = 0, other = 0 } = times[kind] ?? {}
        return Array.from({ length: what === 'told' ? told : other }, () => ({
          text: Object.entries(pick(random, fillings).wordings)
            .reduce((text, [place, wording]) => text.replaceAll(place, wording), frame)
            .replaceAll('{d}', pick(random, medicinesOf[language] ?? []))
            .replace('{k}', pick(random, kinOf[language] ?? [])),
          label: what === 'told' ? (labels[kind] ?? kind) : 'ordinary',
          group: `frame ${frame}`,
        }))
      }),
  )
}

/** Whole messages (`messages.tsv`): language, what it is, message. */
export const wholeMessages = (): Written[] =>
  lines('messages.tsv').map(([language = '', label = '', text = ''], at) => ({
    text,
    label,
    group: `${language} ${label} ${Math.floor(at / 8)}`,
  }))

/** Sentences put together, so that what is asked, denied, long past or supposed is told from what happens by more than its words. */
export function templateSentences(): Written[] {
  const random = seeded(15)
  const filled = (template: string, [, now, past, name]: (typeof happenings)[number]) =>
    template
      .replace('{k}', pick(random, kin))
      .replace('{m}', pick(random, medicines))
      .replace('{now}', now)
      .replace('{past}', past)
      .replace('{name}', name)
  return [
    ...dangers.flatMap((template) =>
      happenings.map((one) => ({ text: filled(template, one), label: one[0], group: `template ${template}` })),
    ),
    ...ordinary.flatMap((template) =>
      happenings.map((one) => ({ text: filled(template, one), label: 'ordinary', group: `template ${template}` })),
    ),
  ]
}
