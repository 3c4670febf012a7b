import type { CallSentence } from './call-sentences.ts'
import { isQuestion } from './dialogue-acts.ts'
import { clip, plain } from './note-sentences.ts'

const promise =
  /\b(?:i'?ll|i will|we'?ll|we will|i'?m going to|we'?re going to|i am going to|we are going to|i'?m gonna|someone will|(?:a|our|the|my) (?:nurse|pharmacist|specialist|coordinator|team|colleague|supervisor|doctor|office) will)\s+(?:(?:also|just|now|then|go ahead and|be sure to|make sure to|have (?:a|the|our|my) \p{L}+|get) ){0,2}(send|email|e-mail|mail|fax|text|submit|file|resubmit|schedule|book|arrange|set up|order|refill|renew|prescribe|refer|escalate|forward|contact|reach out|follow up|check with|check on|look into|request|appeal|report|notify|start|update|resend|expedite|enroll)\b(.*)$/iu
/** What is under way or done for the caller, in other forms than "will": "we are sending a new pen", "I have scheduled your visit", "your order is on its way". */
const underWay =
  /\b(?:i'?m|we'?re|i am|we are)\s+(?:(?:just|now|also|already)\s+){0,2}(?:sending|shipping|mailing|overnighting|ordering|scheduling|expediting|putting in) (?:you|your|an?|the)\b|\b(?:i'?ve|we'?ve|i have|we have)\s+(?:(?:just|now|also|already)\s+){0,2}(?:scheduled|ordered|requested|booked|arranged|put in|shipped) (?:you|your|an?|the)\b|\b(?:your|a|the) (?:\p{L}+ ){0,2}(?:appointment|visit|shipment|delivery|order|replacement|refill|package|pen|supply)\b[^.?!]{0,20}\b(?:is on (?:its|the) way|will arrive|is scheduled|is moved|has been (?:scheduled|ordered|shipped|moved))\b/iu
const documents = /^(?:send|email|e-mail|mail|fax|text|forward|resend|resubmit|submit)$/iu
const noPromise = /\b(?:if you|unless|would you|until|when you|once you)\b/iu

/** A thing that our side said it would do, as a task: "I'll email you the form" is "Email the caller the form". */
export function promisedActions(sentences: readonly CallSentence[], caller: string): { action: string; isDocument: boolean }[] {
  return sentences.flatMap(({ side, text, said }) => {
    const [, verb = '', rest = ''] = side === 'agent' && !isQuestion(said) && !noPromise.test(text) ? (promise.exec(text) ?? []) : []
    const isUnderWay = side === 'agent' && !isQuestion(said) && !noPromise.test(text) && underWay.test(text)
    if (verb === '') return isUnderWay ? [{ action: `As said in the call: “${clip(plain(said), 200)}”`, isDocument: false }] : []
    // "I'll send those over" tells what only beside what was said before: as it was said, then.
    if (/^\s*(?:it|that|those|them|this|these)\b/iu.test(rest))
      return [{ action: `As said in the call: “${clip(plain(said), 200)}”`, isDocument: documents.test(verb) }]
    const task = `${verb}${rest}`
      .replace(/\byourself\b/giu, 'themselves')
      .replace(/\byour\b/giu, `${caller}’s`)
      .replace(/\byou\b/giu, caller)
      .replace(/[,;] (?:it|that|that'll|this|so|because|'cause|if|which|but|and then|okay|alright|just)\b.*$/iu, '')
      .replace(/[,;]? (?:and )?(?:okay|alright|all right)[.!]?$/iu, '')
      .replace(/[.!…]+$/u, '')
    return [{ action: clip(task.charAt(0).toUpperCase() + task.slice(1), 200), isDocument: documents.test(verb) }]
  })
}
