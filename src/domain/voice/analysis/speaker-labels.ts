/** Words that name a side of a conversation wherever they stand before a colon. */
const roles = [
  ...[
    'agent',
    'ai',
    'ai agent',
    'assistant',
    'bot',
    'robot',
    'system',
    'operator',
    'representative',
    'rep',
    'voice agent',
    'virtual assistant',
  ],
  ...['user', 'human', 'caller', 'callee', 'customer', 'client', 'patient', 'member', 'subscriber', 'contact', 'guest', 'unknown'],
  ...['doctor', 'dr', 'physician', 'clinician', 'nurse', 'pharmacist', 'provider', 'receptionist', 'coordinator', 'care coordinator'],
  ...['mother', 'father', 'parent', 'caregiver', 'spouse', 'husband', 'wife', 'daughter', 'son', 'payer', 'insurer', 'ivr'],
  ...['tool', 'function', 'agent-action', 'tool_call', 'tool_result', 'host', 'interviewer'],
]
const role = new RegExp(
  `^(?:${roles.join('|')})(?:[ _-]?(?:\\d{1,3}|[a-z]))?$|^(?:speaker|spk|channel|person|participant|guest)[ _-]?\\w{1,12}$`,
  'iu',
)

const stamp = String.raw`[[(]?\s*\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\s*(?:-+>?\s*\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\s*)?[\])]?`
const label = String.raw`\*{0,2}\[?([\p{L}][\p{L}\p{M}\p{N}_.'’-]*(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_.'’-]*){0,3})\]?\*{0,2}\s*(?:${stamp}\s*)?`
const line = new RegExp(String.raw`^(?:${stamp}\s*[-–]?\s*)?${label}(?::\*{0,2}(?:\s+|$)|(?<=[\])])\s*[-–>]\s+)`, 'u')
const onlyStamp = new RegExp(String.raw`^${stamp}\s*[-–]?\s*`, 'u')

interface LabelledLine {
  /** Who begins to speak; undefined where the line goes on with what was said before. */
  speaker: string | undefined
  text: string
}

/** A name as people write it: one to three capitalized words. */
const nameLike = (words: string) => /^(?:\p{Lu}[\p{L}\p{M}.'’-]*)(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2}$/u.test(words)

/** What stands before a colon in sentences and forms and names nobody. */
const notNames =
  /^(?:note|notes|summary|reason|date|time|subject|re|question|answer|symptoms?|medications?|allergies|address|phone|email|name|dob|id|member id|update|important|warning|ps|p\.s\.|one|two|first|second|also|remember|example|result|results|status|topic|transcript|recording|call|duration)$/iu

/**
 * Lines with who speaks. A role (`AI`, `Patient`, `Speaker 1`) before a colon is a label; any other words are one only if
 * they look like a name and begin several lines, or if every line begins so: "She told me: stop" is no label.
 */
export function labelled(lines: readonly string[]): LabelledLine[] {
  const found = lines.filter((text) => text !== '').map((text) => ({ text, match: line.exec(text.slice(0, 200)) }))
  const counts = new Map<string, number>()
  for (const { match } of found) if (match?.[1]) counts.set(match[1], (counts.get(match[1]) ?? 0) + 1)
  const everyLine = found.every(({ match }) => match !== null)
  const isLabel = (words: string) =>
    role.test(words) || (nameLike(words) && !notNames.test(words) && ((counts.get(words) ?? 0) > 1 || (everyLine && found.length > 1)))
  return found.map(({ text, match }) =>
    match?.[1] && isLabel(match[1])
      ? { speaker: match[1], text: text.slice(match[0].length) }
      : { speaker: undefined, text: text.replace(onlyStamp, '') },
  )
}

const inline =
  /(?<=^|[.?!…,]["”']?\s{1,5}|\s{2})((?:AI|Agent|Assistant|Bot|User|Human|Caller|Customer|Patient|Member|agent|assistant|user|caller|patient|Speaker \d)):\s+/gu

/** A transcript that a platform wrote in one line, `AI: Hello. User: Hi.`; undefined where it is not one. */
export function oneLineOfTurns(lines: readonly string[]): LabelledLine[] | undefined {
  const [only, ...others] = lines.filter((text) => text !== '')
  if (only === undefined || others.length > 0) return undefined
  const marks = [...only.matchAll(inline)]
  if (marks.length < 2) return undefined
  const before = only.slice(0, marks[0]?.index).trim()
  const turns = marks.map((mark, index) => ({
    speaker: mark[1],
    text: only.slice(mark.index + mark[0].length, marks[index + 1]?.index).trim(),
  }))
  return before === '' ? turns : [{ speaker: undefined, text: before }, ...turns]
}
