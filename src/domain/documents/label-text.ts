import type { Block } from './block.ts'
import { runInHeadings } from './run-in-headings.ts'

// openFDA gives each section as one long run, headings and all: "2.1 Recommended Dosage Administer ADAKVEO 5 mg/kg by ...".

/** "( 2.1 )" and "[see Warnings and Precautions ( 5.1 )]" lead nowhere outside the label. */
function withoutReferences(text: string): string {
  return (
    text
      .replace(/\s*\[\s*see [^[\]]{0,200}\]\s*/gi, ' ')
      .replace(/\s*\(\s*\d{1,2}(?:\.\d{1,2})*(?:\s*,\s*\d{1,2}(?:\.\d{1,2})*)*\s*\)/g, '')
      .replace(/(?:\b(?:Image|Figure)\b\s*){2,}/g, ' ')
      .replace(/\s+([.,;:])/g, '$1')
      // The highlights repeat a short text: "None. None."
      .replace(/^(.{3,200}?\.)\s*(?:•\s*)?\1?$/, '$1')
      .replace(/ {2,}/g, ' ')
      .trim()
  )
}

const chapter =
  /^(?:(\d{1,2})\s+)?(?:INDICATIONS AND USAGE|INDICATIONS|DOSAGE AND ADMINISTRATION|DOSAGE FORMS AND STRENGTHS|CONTRAINDICATIONS|WARNINGS AND PRECAUTIONS|WARNINGS|PRECAUTIONS|ADVERSE REACTIONS|DRUG INTERACTIONS|USE IN SPECIFIC POPULATIONS|OVERDOSAGE|HOW SUPPLIED\s?\/\s?STORAGE AND HANDLING|HOW SUPPLIED|STORAGE AND HANDLING|PATIENT COUNSELING INFORMATION)\b\s*/

/** Splits the text of a dosage section at its numbers and at the subheadings that stand in its sentences. */
export const dosageBlocks = (text: string): Block[] =>
  labelBlocks(text).flatMap((block) => (block.level === undefined ? withSubheadings(block.text) : [block]))

function withSubheadings(text: string): Block[] {
  const blocks: Block[] = []
  let from = 0
  for (const heading of runInHeadings(text)) {
    pushText(blocks, text.slice(from, heading.from))
    blocks.push({ text: text.slice(heading.from, heading.to), level: 3 })
    from = heading.to
  }
  pushText(blocks, text.slice(from))
  return blocks
}

/** Splits the text of a numbered section at its numbers, where they come in order and a heading can be told from the text. */
export function labelBlocks(text: string): Block[] {
  const start = chapter.exec(text)
  const body = start ? text.slice(start[0].length) : text
  const blocks: Block[] = []
  let from = 0
  let last = 0
  for (const match of body.matchAll(
    /(?<![\d.,(\w]|[(,]\s|\b(?:[Ss]ections?|[Tt]ables?|[Ff]igures?|[Ss]ee|[Rr]efer to|and|or)\s)(\d{1,2})\.(\d{1,2})\s+(?=[A-Z])/g,
  )) {
    const minor = Number(match[2])
    if ((start?.[1] !== undefined && match[1] !== start[1]) || minor <= last || minor > last + 6) continue
    const at = match.index + match[0].length
    const heading = headingEnd(body.slice(at, at + 320))
    // A row of a table may look like a heading, but for its numbers.
    if (heading === undefined || /\d\.\d/.test(heading)) continue
    pushText(blocks, body.slice(from, match.index))
    blocks.push({ text: heading, level: 2 })
    from = at + heading.length
    last = minor
  }
  pushText(blocks, body.slice(from))
  return blocks
}

const question =
  /(?<=^|[^"“‘'(]\s)(?:(?:What|Who|How|When|Where|Why)\s(?:is|are|should|can|could|do|does|if|will|may|to|you|I|happens|else|the)\b[^.?!:;"”]{3,130}\?|(?:WHAT|WHO|HOW|WHEN|WHERE|WHY)\s[^.?!:;"”a-z]{5,130}\?|General information about the safe and effective use of [A-Z][\w®™ ]{2,40}(?=\.? [A-Z]))(?=\s|$)/g
/** Stands between the questions like one of them. */
const beforeUse =
  /(?<=[.?!)]\s)(?<heading>Before (?:you |your child )?(?:starts? |starting )?(?:use|uses|using|takes?|taking|receives?|receiving|are given) [A-Z][\w-]+),? (?:for the first time, )?tell your/g

/** Splits a patient text at its questions ("How should I use REPATHA?"). */
export function questionBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let from = 0
  const starts = [...text.matchAll(question), ...text.matchAll(beforeUse)].toSorted((one, other) => one.index - other.index)
  for (const match of starts) {
    const before = text.slice(from, match.index)
    // Before the first question stands only what the paper is called.
    if (from > 0 || before.length > 400) pushText(blocks, before)
    const heading = match.groups?.heading
    blocks.push({ text: (heading ?? match[0]).trim(), level: 2 })
    from = heading ? match.index : match.index + match[0].length
  }
  pushText(blocks, text.slice(from))
  return blocks
}

function pushText(blocks: Block[], text: string): void {
  const cleaned = withoutReferences(text)
  if (/[\p{L}\p{N}]/u.test(cleaned)) blocks.push({ text: cleaned })
}

const connective =
  /^(a|an|and|as|at|by|for|from|in|into|of|on|or|the|to|with|without|due|during|when|after|before|than|versus|vs|per|\/|&|-|–)$/
const kindOfPatient = /^(?:Adult|Pediatric|Female|Male|Geriatric)$/
const verb = /^(is|are|was|were|has|have|may|can|should|must|will|did|does|do|includes?|occurs?|occurred)$/
/** Words that begin a sentence of a label and end no heading; within a heading they are written small. */
const starters = new Set(
  `A About Across Additional Administer Advise After All Although An Any As Assess At Avoid Based Because Before Both By Check Closely Consider Continue
   Counsel Data Delay Detection Dilute Discontinue Do During Each Evaluate Follow For From Given Healthcare However If In Inform Initiate Inject Instruct It Large
   Limited Maintain Many Monitor Most No Nonclinical Obtain Of On One Only Other Over Patients Permanently Premedicate Prepare Prior Provide Read Refer Review Risk See
   Select Serious Since Start Store Studies Table Take The There These This Those Through To Treat Treatment Two Under Use Verify Visually We When While
   With Withhold Women Your`.split(/\s+/),
)

/** The longest headings name two illnesses and their short forms. */
const mostWords = 26

/** The heading at the start of a run of text, or nothing if its end cannot be told. */
function headingEnd(text: string): string | undefined {
  const words = text.split(' ')
  for (let index = 1; index < Math.min(words.length - 1, mostWords); index++) {
    const word = words[index] ?? ''
    const next = words.slice(index + 1).find((one) => !/^[®™]$/.test(one)) ?? ''
    const before = words[index - 1] ?? ''
    if (connective.test(before) || /[.!?]$/.test(before) || (word === 'Patients' && kindOfPatient.test(before))) continue
    const startsSentence =
      starters.has(word) && !(word === 'Use' || word === 'Risk' || word === 'Studies' || word === 'Data' || word === 'Treatment')
    const beforeVerb = /^[A-Z]/.test(word) && /^[a-z]/.test(next) && !connective.test(next)
    const summary = word === 'Risk' && /^Summary/.test(next)
    if (startsSentence || beforeVerb || summary) return words.slice(0, index).join(' ')
    // "Left Ventricular Dysfunction Decreases in LVEF have": the sentence began at a word written large.
    if (verb.test(word))
      return (
        words
          .slice(
            0,
            words.findLastIndex((one, at) => at < index && at > 0 && /^[A-Z]/.test(one) && !connective.test(words[at - 1] ?? '')),
          )
          .join(' ') || undefined
      )
  }
  return undefined
}
