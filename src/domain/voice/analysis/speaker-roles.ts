import { isAgent, type Turn, unknownSpeaker } from '../../../language/dialogue.ts'

export type Side = 'agent' | 'caller'
export interface SidedTurn extends Turn {
  side: Side
}

/** Professions that answer in a clinic's own conversations; beside an agent, the one who calls may have one. */
const professional =
  /^(?:doctor|dr|docotr|clinician|guest[_ ]clinician|physician|nurse|pharmacist|provider|coordinator|care coordinator|receptionist|representative|rep|host|interviewer)(?:[ _-]?\d+)?$/iu

const isProfessional = ({ speaker }: Turn) => professional.test(speaker.trim())

/** Names that only our own side has: a payer's representative is the other side of a call that our agent makes. */
const ours = (turn: Turn) => isAgent(turn) && !/^(?:representative|operator)$/iu.test(turn.speaker.trim())

/** What the side that answers says at the beginning. */
const answering =
  /\b(?:thank you for calling|thanks for calling|how (?:can|may) i (?:help|assist)|this is .{1,60}\b(?:with|from|calling from|on behalf of)\b|(?:virtual|automated|ai) (?:assistant|agent)|(?:is|am) i speaking (?:with|to))/iu

/**
 * Which side each turn belongs to. By the speaker's name where it tells; among names that tell nothing (`Speaker 1`,
 * `Maria`) the one who answers the call as a service does is the agent. Who is in doubt is the caller.
 */
export function speakerRolesOf(turns: readonly Turn[]): SidedTurn[] {
  const agent = agentTest(turns)
  return turns.map((turn) => ({ ...turn, side: agent(turn) ? 'agent' : 'caller' }))
}

function agentTest(turns: readonly Turn[]): (turn: Turn) => boolean {
  if (turns.some(ours)) return ours
  if (turns.some(isProfessional) && !turns.every(isProfessional)) return isProfessional
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  const first = speakers.size > 1 ? turns.slice(0, 6).find(({ text }) => answering.test(text.slice(0, 400))) : undefined
  return (turn) => turn.speaker === first?.speaker
}

const aCaller = '(?:(?:the|our|this) )?(?:patient|caller|member|customer|subscriber|client|user)'
const tellsOfCaller = new RegExp(
  String.raw`^${aCaller}(?:['’]s \p{L}+)? (?:\p{L}+ly )?(?:\p{L}+ed|has|had|was|is|said|told|spoke|sought|thought)\b`,
  'iu',
)
const firstPerson = /\b(?:i|i['’](?:m|ve|d|ll)|my|me|we|our(?! (?:patient|caller|member|customer|client)))\b/iu

/** Whether a transcript is nobody's words but an account of the call, as some platforms send it: "Patient called to verify benefits." */
export const isAccount = (turns: readonly Turn[]): boolean =>
  turns.length === 1 &&
  turns.every(({ speaker, text }) => speaker === unknownSpeaker && tellsOfCaller.test(text) && !firstPerson.test(text))

const ofCaller = new RegExp(
  `^(?:${aCaller}|he|she|they) (?!(?:was|were|has been|is) (?:told|informed|advised|transferred|connected|reminded|assured))`,
  'iu',
)

/** In an account: whose part of the call a sentence tells. What is told of neither is what came out: "Coverage confirmed." */
export const sideInAccount = (sentence: string): Side => (ofCaller.test(sentence) ? 'caller' : 'agent')

/** The sentence of an account as the caller would have said it: "I asked to be called back." */
export const asCallerSaid = (sentence: string): string => sentence.replace(ofCaller, 'I ')

/**
 * The turns as detectors of what a caller reports take them: in a clinic's own conversation, without an agent, the
 * professionals' turns are named as the service's side. Only what a speaker's name tells is used: who sounds like an agent
 * may be none, and a report must not be lost by it.
 */
export function withServiceSide(turns: readonly Turn[]): Turn[] {
  const isService = turns.some(ours) ? () => false : isProfessional
  return turns.map((turn) => (isService(turn) ? { ...turn, speaker: 'agent' } : turn))
}
