import type { ClauseRequirement } from './clause-requirements.ts'
import { drugMentions } from './drug-mentions.ts'
import type { StepSet } from './policy-statement.ts'
import { setsIn, stepMentions, stepWords, type Trial, trialIn } from './step-drugs.ts'

const ofStudy =
  /\b(?:in the [\w -]{2,40} (?:trials?|stud(?:y|ies))|participants?|(?<!be )enrolled|randomi[sz]\w+|placebo|(?:was|were) (?:given|compared|studied|treated|approved)|comparators?|published|et al|guidelines? (?:recommend|suggest)\w*|commonly|we do not ask|not a prerequisite|background therapy|is no step|orientation)\b/i
/** "Same trial as for Dupixent": that drug is not what has to be tried. */
const sameAs = /\bsame (?:[\w-]+ ){0,4}?as (?:for )?(?:[\w-]+ ?){1,3}/i
/** What stands before a drug that need not be tried. */
const trying = /\b(?:try|tried|trying|used?|fail\w*|trials? of|failure of) (?:[\w-]+ ){0,2}$/i
const stepLabel = /^\s*ST\s*:/

export interface TrialInClause {
  trial: Trial | undefined
  /** What step therapy goes through: "step therapy with methotrexate". */
  behind: readonly StepSet[]
  /** Where the drugs stand that are to be tried, or need not be: the clause is not about them. */
  tried: ReadonlySet<number>
  /** It says that nothing has to be tried. */
  isFree: boolean
}

/** What a clause says has to be tried; `isRead` where a trial that it names can be one that is asked for. */
export function trialOfClause(words: string, sentence: string, requirements: readonly ClauseRequirement[], isRead: boolean): TrialInClause {
  const isFree = requirements.some(({ kind, required }) => kind === 'step' && !required)
  const isLabelled = stepLabel.test(words)
  const requires = isLabelled || requirements.some(({ kind, required }) => kind === 'step' && required)
  const trial =
    !isRead || isFree || ofStudy.test(sentence)
      ? undefined
      : (afterIn(words, sentence.length > words.length) ?? trialIn(words.replace(sameAs, (same) => ' '.repeat(same.length))))
  const spared = isFree ? drugMentions(words).filter(({ start }) => trying.test(words.slice(0, start))) : []
  const stepped = requires ? (isLabelled ? drugMentions(words).map(({ start }) => start) : stepMentions(words)) : []
  const tried = new Set([...spared, ...(trial?.mentions ?? [])].map(({ start }) => start).concat(stepped))
  return { trial, behind: requires ? setsIn(stepWords(words)) : [], tried, isFree }
}

/** "Azstarys after two of these three: …": what stands behind "after" comes first. */
function afterIn(clause: string, isBehindHead: boolean): Trial | undefined {
  const found = /\bafter (?:an? |the )?(?=(?:one|two|three|both|either|any|all|at least|trials?|failure)\b|\p{L}{5,})/iu.exec(clause)
  if (!found || (found.index === 0 && !isBehindHead)) return undefined
  const rest = clause.slice(found.index + found[0].length)
  if (/^(?:trials?|failure)/i.test(rest)) return undefined
  const mentions = drugMentions(clause).filter(({ start }) => start > found.index)
  const isCounted = /^(?:one|two|three|both|either|any|all|at least)\b/i.test(rest)
  if (mentions.length === 0 || (!isCounted && (mentions[0]?.start ?? 0) > found.index + found[0].length + 12)) return undefined
  const targets = drugMentions(clause).filter(({ start }) => start < found.index)
  const sets = setsIn(rest)
  return { start: found.index, sets, drugs: sets.flatMap(({ drugs }) => drugs), mentions, targets }
}
