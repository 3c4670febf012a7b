import type { Topic } from '../topics.ts'
import type { CallSentence } from './call-sentences.ts'

/** What people call a care program about, in the order a summary names it. */
const subjects: [name: string, words: RegExp][] = [
  ['a side effect or reaction', /\b(?:side effects?|allergic reaction|adverse|bad reaction|reaction (?:to|from|after))\b/iu],
  ['a denial or an appeal', /\b(?:denied|denial|appeal(?:ing|s)?|rejected|turned down)\b/iu],
  ['prior authorization', /\b(?:prior[\s-]?auth\w*|pre-?auth\w*|step therapy|pre-?certif\w*)\b/iu],
  ['coverage', /\b(?:cover(?:ed|age|s)?|benefits?)\b/iu],
  [
    'cost',
    /\b(?:copays?|co-pays?|deductibles?|coinsurance|out[- ]of[- ]pocket|how much (?:is|will|would|does|do i)|costs?|expensive|afford|price)\b/iu,
  ],
  [
    'financial assistance',
    /\b(?:copay (?:card|assistance|program)|savings? (?:card|program)|financial (?:help|aid|assistance)|patient assistance|foundation|coupon)\b/iu,
  ],
  [
    'a change of insurance',
    /\b(?:(?:new|changed|switched|different|lost my|losing my) (?:my )?(?:insurance|plan|job|coverage)|insurance (?:has )?changed)\b/iu,
  ],
  ['a bill or claim', /\b(?:bill(?:s|ed|ing)?|invoice|claims?|statement|charged|refund)\b/iu],
  [
    'a refill or delivery',
    /\b(?:refills?|ran out|running out|out of (?:my )?(?:medication|medicine|pills|pens)|deliver(?:y|ed)|shipments?|shipped|package|renew\w*|pharmacy)\b/iu,
  ],
  ['storage of the medication', /\b(?:refrigerat\w+|fridge|store it|storage|left (?:it )?out|room temperature|travel(?:ing)? with)\b/iu],
  [
    'a dose or how to take it',
    /\b(?:missed (?:a |my )?(?:dose|shot|injection|pill)|dos(?:e|es|age|ing)|how (?:do|should) i (?:take|inject|use)|inject(?:ion|ing|ions)?|side of the leg|self[- ]inject)\b/iu,
  ],
  ['an appointment', /\b(?:appointments?|reschedul\w+|schedule (?:a|an|my)|follow[- ]?up visit|check[- ]?up|physical)\b/iu],
  ['enrollment', /\b(?:enrol\w*|sign(?:ing)? up|application|register)\b/iu],
  ['test results', /\b(?:(?:test|lab|blood) (?:results?|work|tests?)|x-?rays?|mri|biopsy|scan)\b/iu],
  [
    'symptoms',
    /\b(?:pains?|ach(?:es?|ing)|hurts?|sore|rash|cough\w*|fever|dizz\w+|nause\w+|vomit\w*|headaches?|swell\w*|swollen|bleed\w*|itch\w*|tired|fatigue|weak(?:ness)?|diarrhea|constipat\w+|short(?:ness)? of breath|infection|depress\w+|anxi\w+|sleep\w*|numb(?:ness)?)\b/iu,
  ],
]
const fromTopics: Record<Topic, string> = {
  adverse_event: 'a side effect or reaction',
  pa_requirements: 'prior authorization',
  benefits_verification: 'coverage',
}
const denies = /\b(?:no|not|never|without|denies|don'?t|doesn'?t|didn'?t|haven'?t|hasn'?t|any)\b/iu

/** At most three subjects the caller spoke of, those of the reason first. */
export function callSubjects(reason: string, sentences: readonly CallSentence[], topics: readonly Topic[]): string[] {
  const said = sentences.filter(({ side, said: text }) => side === 'caller' && !denies.test(text)).map(({ said: text }) => text)
  const within = (text: string) => subjects.filter(([, words]) => words.test(text)).map(([name]) => name)
  const often = subjects.filter(([, words]) => said.filter((text) => words.test(text)).length > 1).map(([name]) => name)
  const ofTopics = topics.map((topic) => fromTopics[topic])
  // A label without an adverse event behind it ("side effects?", asked and denied) is no subject.
  const allowed = (name: string) => topics.includes('adverse_event') || name !== fromTopics.adverse_event || within(reason).includes(name)
  const distinct = [...new Set([...within(reason), ...ofTopics, ...often])].filter(allowed)
  // Symptoms are what an adverse event is made of, and come up in passing in any call.
  const more = distinct.filter((name) => name !== 'symptoms' || (within(reason).includes(name) && !topics.includes('adverse_event')))
  return (more.length > 0 ? more : distinct).slice(0, 3)
}
