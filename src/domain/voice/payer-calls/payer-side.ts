import type { Turn } from '../../../language/dialogue.ts'

const ours =
  /^(?:agent|assistant|bot|ai|robot|our agent|ai agent|voice agent|hub|hub services|coordinator|case manager|nurse|pharmacist|provider|clinic|provider office)(?:[ _-]?\d+)?$/iu
const machinery = /^(?:system|tool|agent-action|function|developer)$/iu
const payers =
  /^(?:user|representative|rep|payer|payor|insurance|insurer|insurance rep(?:resentative)?|payer rep(?:resentative)?|ivr|operator|customer service|member services|provider services|callee|customer|human|recording)(?:[ _-]?\d+)?$/iu

/** What only the payer says in such a call, and what only the side says that asks about benefits. */
const asPayer =
  /\b(?:thank(?:s| you) for calling|(?:provider|member|customer) services,|how (?:can|may) i (?:help|assist) you|may i have (?:the|your) (?:member|npi|provider|patient)|can i (?:have|get) (?:the|your) (?:member|npi|provider|tax|patient|call)|i(?:'m| am) showing|calls? (?:may|will) be (?:recorded|monitored)|press (?:one|two|1|2)|please hold while i)/iu
const asAsker =
  /\b(?:(?:i am|i'm|this is \w+) calling (?:to (?:verify|check)|from|on behalf of|about|for|regarding)|calling to (?:verify|check|get|confirm)|(?:what(?:'s| is| are)|can you (?:tell|give) me|could you (?:tell|give) me|may i (?:have|get)) (?:the|me the) (?:\w+ ){0,3}(?:deductible|copay|benefits|out of pocket|coinsurance)|verify (?:the )?benefits)/iu

/**
 * Which turns the payer's side spoke: by the speakers' names, and where these tell nothing, by what both sides say. In doubt
 * nobody is the payer and nothing is read. (`speakerRolesOf` in `analysis` is for calls where our side answers the phone;
 * here the payer does.)
 */
export function payerTurns(turns: readonly Turn[]): (turn: Turn) => boolean {
  const name = ({ speaker }: Turn) => speaker.trim()
  const spoken = turns.filter((turn) => !machinery.test(name(turn)))
  const isMachinery = (turn: Turn) => machinery.test(name(turn))
  if (spoken.some((turn) => payers.test(name(turn)) && !/^user$/iu.test(name(turn))))
    return (turn) => payers.test(name(turn)) && !isUserBeside(spoken, turn)
  if (spoken.some((turn) => ours.test(name(turn)))) return (turn) => !ours.test(name(turn)) && !isMachinery(turn)
  const speakers = [...new Set(spoken.map(name))]
  if (speakers.length !== 2) return () => false
  const [one = 0, other = 0] = speakers.map((speaker) => leaning(spoken.filter((turn) => name(turn) === speaker)))
  if (one === other || one * other > 0) return () => false
  const payer = one > other ? speakers[0] : speakers[1]
  return (turn) => name(turn) === payer
}

/** A user beside a representative is the one who called; beside our agent it is the payer. */
const isUserBeside = (turns: readonly Turn[], turn: Turn): boolean =>
  /^user$/iu.test(turn.speaker.trim()) && !turns.some(({ speaker }) => ours.test(speaker.trim()))

/** Above zero for a payer, below for one who asks. */
function leaning(turns: readonly Turn[]): number {
  const count = (pattern: RegExp) => turns.filter(({ text }) => pattern.test(text.slice(0, 2000))).length
  return Math.sign(count(asPayer) - count(asAsker))
}
