/** Side effects that many have, or those that are dangerous. */
type Severity = 'common' | 'serious'

const effects = String.raw`(?:side[\s-]effects?|adverse (?:effects?|events?|reactions?)|reactions?|efectos secundarios)`
const near = String.raw`(?:\s[\p{L}'’-]{1,15}){0,4}?\s`
const commonly = '(?:common(?:ly|est)?|usual|normal|typical|mild|frequent(?:ly)?|often|everyday|regular|comunes|frecuentes)'
const seriously = String.raw`(?:serious|severe|dangerous|worst|bad|major|scary|life[\s-]threatening|deadly|graves|peligros\p{L}*)`

const asksFor = (kind: string) => new RegExp(String.raw`\b${kind}(?:${near}|\s)${effects}|\b${effects}${near}${kind}\b`, 'iu')
const asksCommon = asksFor(commonly)
const asksSerious = asksFor(seriously)

/** Which side effects a question asks for; undefined where it asks for all or for none. */
function severityAsked(question: string): Severity | undefined {
  const [common, serious] = [asksCommon.test(question), asksSerious.test(question)]
  return common === serious ? undefined : common ? 'common' : 'serious'
}

const saysCommon =
  /\b(?:(?:very |most |more |less )?common(?:ly)?|most (?:often|frequent(?:ly)?)|usual|mild|may affect (?:more than|up to) 1 in 10\b|≥ ?\d)/iu
const saysSerious =
  /\b(?:serious(?:ly)?|severe|life[\s-]threatening|fatal|death|emergency|911|call your (?:doctor|healthcare provider)|(?:get|seek) (?:medical|emergency)|stop (?:taking|using)|straight away|right away)\b/iu

function severitySaid(text: string): Severity | undefined {
  const [common, serious] = [saysCommon.test(text), saysSerious.test(text)]
  return common === serious ? undefined : common ? 'common' : 'serious'
}

/**
 * Whether a passage is on the other side effects than those asked about: signs of a serious allergy are no answer to who asks for the
 * common ones. What the passage says of itself counts before its heading.
 * @param texts the passage, then what stands over it, nearest first
 */
export function confusesSeverity(question: string, texts: readonly string[]): boolean {
  const asked = severityAsked(question)
  if (!asked) return false
  const said = texts.map(severitySaid).find((severity) => severity !== undefined)
  return said !== undefined && said !== asked
}
