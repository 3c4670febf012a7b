import { drugMentions, type Mention } from './drug-mentions.ts'

const modifier =
  '(?:(?:oral|topical|inhaled|intranasal|intravenous|injectable|systemic|conventional|traditional|nonbiologic|non-biologic|preferred|generic|medium|high|moderate|low|potency|potent|medium-potency|high-potency|medium-to-high-dose|high-dose|low-dose|long-acting|short-acting|basal|targeted|synthetic|disease-modifying) |to |(?:medium|moderate)-to-high[- ]potency )*'
const className =
  '(?:bisphosphonates?|corticosteroids?|steroids?|nsaids?|nonsteroidal anti-inflammatory drugs?|triptans?|statins?|dmards?|antirheumatic drugs?|biologics?|biosimilars?|tnf (?:inhibitors?|blockers?)|calcineurin inhibitors?|immunosuppressants?|immunomodulators?|aminosalicylates?|thiopurines?|antihistamines?|beta[- ]blockers?|antidepressants?|antiepileptics?|anticonvulsants?|retinoids?|sulfonylureas?|sglt2 inhibitors?|antibiotics?|phototherapy|puva)'
const classes = new RegExp(`\\b${modifier}${className}\\b`, 'gi')
const examples = /^\s*(?:therapy|agents?|drugs?|medications?)?\s*(?:\(|:|,?\s*(?:such as|for example|including|e\.g\.|like)\b)/i

/** Words by which a policy requires a trial. A contraindication alone is no trial. */
const trial =
  /\b(?:trials?|tried|try|tries|trying|(?:therapeutic |treatment )?failures?|failed|fails?|(?:inadequate|insufficient|suboptimal|incomplete|poor|minimal) (?:[\w-]+ )?(?:response|responses|control)|(?:inadequately|insufficiently) (?:responded|controlled)|(?:has|have|did) not (?:adequately )?respond(?:ed)?|nonresponse|refractory to|first be treated with|treated first with|treatment first with|(?:members?|patients?) (?:must |first )*(?:start|begin) with)\b/i
const passiveTrial =
  /\b(?:must|has|have|had|should|needs? to|is|are|to) (?:first )?(?:be|been|be used and) ?(?:first )?(?:tried|used first|tried first|attempted|failed)\b|\b(?:is|are|must be|to be) (?:used|given|tried) (?:first|before)\b/i
const goal = /\b(?:before|prior to|in order to (?:receive|get)|to qualify for|to be eligible for|for approval of|for coverage of)\b/i
const notTried =
  /\b(?:without|no|not|need not|never)(?: [\w-]+){0,4} (?:trial|try|tried|trying|fail|failed|failure)\b|\b(?:trial|failure)\b[^.]{0,80}\b(?:is|are) (?:not|no longer) (?:required|needed|necessary)\b|\bdoes not count\b/i
const aside =
  /\b(?:in combination with|together with|concomitant(?:ly)? with|concurrent(?:ly)? with|unless|except|other than|while on|and currently|currently (?:on|taking)|is not|does not count)\b/i

export interface Trial {
  /** Where the trial's words begin. */
  start: number
  /** As the policy names them, in order, without those the drug of the policy is itself. */
  drugs: string[]
  mentions: Mention[]
  /** The drugs for which it has to be tried, where the clause says so. */
  targets: Mention[]
}

/** Whether a text denies that something has to be tried ("no trial of … is required"). */
export const deniesTrial = (text: string): boolean => notTried.test(text)

/** What a clause says must have been tried; undefined without a trial. */
export function trialIn(text: string): Trial | undefined {
  const found = trial.exec(text) ?? passiveTrial.exec(text)
  if (!found || notTried.test(text)) return undefined
  const passive = passiveTrial.exec(text)
  const toGoal = goal.exec(text)
  const active = !passive || (toGoal !== null && toGoal.index === 0 && passive.index > 0 && text.slice(passive.index).length > 60)
  const [from, to] = active
    ? [found.index, toGoal && toGoal.index > found.index ? toGoal.index : text.length]
    : [toGoal && toGoal.index < (passive?.index ?? 0) ? text.indexOf(',', toGoal.index) + 1 : 0, passive?.index ?? text.length]
  const span = text.slice(from, to)
  const cut = aside.exec(span)?.index ?? span.length
  const { drugs, mentions } = named(span.slice(0, cut))
  const all = drugMentions(text)
  return { start: found.index, drugs, mentions, targets: all.filter(({ start }) => start < from || start >= to) }
}

/** The drugs and classes of drugs that a text names; a class only if no drugs stand for it as examples. */
export function named(text: string): { drugs: string[]; mentions: Mention[] } {
  const mentions = drugMentions(text).filter(
    // "methotrexate (Trexall)": one drug.
    ({ ingredient, start }, index, all) =>
      !(all[index - 1]?.ingredient === ingredient && /^\s*\(/.test(text.slice(all[index - 1]?.end, start))),
  )
  const kinds = [...text.matchAll(classes)].filter(({ index, 0: words }) => {
    const after = text.slice(index + words.length)
    // Beside names these words only say what kind the named ones are.
    if (/^(?:preferred )?(?:biosimilars?|biologics?)$/i.test(words.trim()) && mentions.length > 0) return false
    return !(examples.test(after) && drugMentions(after).length > 0)
  })
  const placed = [
    ...mentions.map(({ start, written }) => ({ start, written })),
    ...kinds.map(({ index, 0: written }) => ({ start: index, written: written.trim() })),
  ].sort((one, other) => one.start - other.start)
  return { drugs: placed.map(({ written }) => written), mentions }
}
