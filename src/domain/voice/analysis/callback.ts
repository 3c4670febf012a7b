import type { CallToAnalyse } from './analysis-schema.ts'
import type { CallSentence } from './call-sentences.ts'

const asked =
  /\b(?:(?:call|phone|ring) (?:me|us|him|her|my (?:husband|wife|mother|mom|father|dad|daughter|son)) ?(?:back|again|later|tomorrow|tonight|today|then|at|after|before|on|when|in|with|next|once|if|as|sometime|please|this|between|around|[.?!]|$)|(?:give|giving) (?:me|us|my \p{L}+) a (?:call|ring)|(?:have|get|ask|tell) (?:someone|somebody|the (?:nurse|pharmacist|doctor)|a (?:nurse|pharmacist|person|human)|them|him|her) (?:to )?(?:call|phone|ring) (?:me|us|back)\b|(?:can|could|will|would) (?:someone|somebody|you|they|the nurse|a nurse|the pharmacist|a pharmacist) (?:please )?(?:call|phone|ring) (?:me|us)\b|return my call|(?:request|schedule|arrange|like|need|want|set up|book|(?:put|sign) (?:me|us) (?:down|up) for) (?:for )?(?:a|the) (?:call ?back|return call))/iu
const refused =
  /\b(?:(?:will not|won'?t|would not|wouldn'?t) (?:\p{L}+ ){0,2}(?:call|phone|ring)\b|(?:don'?t|do not|didn'?t|did not|never|stop|no need to|not necessary to|needn'?t|quit|without|nobody|no one|instead of) (?:\p{L}+ ){0,4}(?:call|calling|phone|phoning|ring)|(?:call|phone)(?:ed|ing)? me (?:\p{L}+ ){0,2}(?:yesterday|last (?:week|night|month)|earlier|already)|supposed to call|promised to call|said (?:they|you|he|she)(?:'d| would) call|when you (?:call|called) me|you called me|keep calling|if i (?:don'?t|do not))/iu
const promised =
  /\b(?:(?:i|we|someone|somebody|they|he|she|a \p{L}+|the \p{L}+|our \p{L}+)(?:'ll| will| can| is going to|'m going to|'re going to|'s going to| am going to| are going to)(?: (?!not\b|never\b)\p{L}+){0,4} (?:(?:call|phone|ring) (?:you|him|her)(?! (?:in|an?|it)\b)|give (?:you|him|her) a (?:call|ring))|(?:scheduled|arranged|set up|booked) (?:a |the |your )?(?:call ?back|return call)|call ?back (?:is|has been) (?:scheduled|set|arranged|booked))/iu
const offered =
  /\b(?:(?:would|do) you (?:like|want|prefer) (?:\p{L}+ ){0,6}(?:call|phone|callback)|(?:can|may|should|shall) (?:i|we|someone) (?:call|phone) you)\b/iu
const yes = /^(?:yes|yeah|yep|yup|sure|please|okay|ok|that (?:would|works|sounds)|sounds good|definitely|absolutely|perfect|great)\b/iu

const when =
  /\b(?:as soon as possible|asap|right away|(?:(?:later |first thing |early |late )?(?:today|tomorrow|tonight|this (?:morning|afternoon|evening|week)|next (?:week|month|monday|tuesday|wednesday|thursday|friday)|(?:on |next )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?|in the (?:morning|afternoon|evening)|in (?:an hour|\d+ (?:minutes|hours|days)|(?:two|three|a few|a couple of) (?:hours|days))|within (?:the )?\w+ (?:\w+ )?(?:hours?|days?)|(?:any ?time )?(?:after|before|at|around|by|between|from) (?:about )?(?:noon|lunch|work|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}(?::\d{2})?)(?: ?(?:a\.?m\.?|p\.?m\.?|o'?clock))?(?: (?:and|to|or) (?:\d{1,2}(?::\d{2})?|\p{L}+)(?: ?(?:a\.?m\.?|p\.?m\.?))?)?|morning|afternoon|evening)(?: (?:or|and|but))?[\s,]*){1,4})/iu

/** Where to call is not when: "at 555-222-3333". */
const phoneNumber = /(?:\b(?:at|on)\s+)?\+?\(?\d(?:[\s().-]{0,2}\d){6,14}/giu

export interface Callback {
  requested: boolean
  /** When, in the words that were used; null where nothing was said of it. */
  when: string | null
  urgent: boolean
}

/** Whether a call back is wanted or was agreed, and for when: what the agent invoked, the caller asked, or the agent promised. */
export function callbackIn(sentences: readonly CallSentence[], functions: CallToAnalyse['functions']): Callback {
  const found = sentences.findLast((sentence, index) => isAgreed(sentence, sentences, index))
  const requested = found !== undefined || functions.some(({ name, succeeded }) => name === 'request_callback' && succeeded)
  const near = found
    ? sentences.filter(({ turn, side }) => Math.abs(turn - found.turn) <= 1 && (turn === found.turn || side === 'caller'))
    : []
  const time = [found?.said ?? '', ...near.map(({ said }) => said)]
    .map((text) => when.exec(text.replace(phoneNumber, ' '))?.[0])
    .find((text) => text !== undefined)
  const shown = time?.replace(/[\s,.]*(?:\b(?:or|and|but))?[\s,]*$/iu, '') || null
  return { requested, when: shown, urgent: /as soon as possible|asap|right away|today|tonight|within the hour/iu.test(shown ?? '') }
}

function isAgreed({ side, said: text, turn }: CallSentence, sentences: readonly CallSentence[], index: number): boolean {
  if (refused.test(text)) return false
  if (side === 'caller') return asked.test(text)
  if (/\bif\b.{0,80}\bcall you\b/iu.test(text)) return false
  const answer = sentences.slice(index + 1, index + 6).filter((next) => next.turn !== turn && next.side === 'caller')
  const declined = answer.some((next) => /^(?:no\b|nope|not? (?:need|necessary))|don'?t (?:bother|call)|no need/iu.test(next.said))
  if (promised.test(text) && !text.endsWith('?')) return !declined
  return (
    offered.test(text) &&
    !declined &&
    answer.slice(0, 2).some((next) => yes.test(next.said) || asked.test(next.said) || when.test(next.said))
  )
}
