import type { Token } from '../../../language/tokens.ts'
import type { LabelledFigure } from './attach-labels.ts'
import { type CallContext, oneOf } from './call-context.ts'
import type { Label } from './labels.ts'

const patient = /^(?:he|she|he's|she's|him|her|patient|member)$/u

/**
 * Adds to each figure what grammar implies: whose amount is met ("he's got 860 in" is the patient's), that what is said of one
 * is said of the next ("family has met 2300, individual 980"), and that a part "of the deductible" is what is met of it.
 */
export function withImplied<Item extends LabelledFigure>(words: readonly Token[], found: readonly Item[], context: CallContext): Item[] {
  const scopes = new Set<string>()
  let isMetApart = false
  let isMet = context.measure === 'met'
  return found.map((item, index) => {
    const own = [...item.before, ...item.after]
    const [scope, measure, benefit] = [oneOf(own, 'scope'), oneOf(own, 'measure'), oneOf(own, 'benefit')]
    const added: Label[] = []
    const add = (kind: Label['kind'], value: string) => added.push({ from: item.figure.from, to: item.figure.from, kind, value })
    if (measure === undefined && isOfWhole(words, item)) add('measure', isMet ? 'met' : 'unclear')
    if (measure === undefined && scope !== undefined && benefit === undefined && isParallel(words, found[index - 1], item, scope))
      add('measure', oneOf(allOf(found[index - 1]), 'measure') ?? 'unclear')
    const isMetAsked = benefit === undefined && context.measure !== undefined && !own.some(({ kind }) => kind === 'service')
    if (scope === undefined && (measure !== undefined || isMetAsked)) {
      if (isOfPatient(words, found[index - 1], item)) add('scope', 'individual')
      else if (measure !== undefined && scopes.size > 1 && !isMetApart) add('scope', 'several')
      if (measure !== undefined && scopes.size === 1) isMetApart = true
    }
    if (scope === undefined && benefit !== undefined && isOwned(words, item)) add('scope', 'individual')
    if (scope !== undefined) scopes.add(scope)
    if (measure === 'met') isMet = true
    return { ...item, before: [...item.before, ...added] }
  })
}

const allOf = (item: LabelledFigure | undefined): Label[] => (item ? [...item.before, ...item.after] : [])

/** "Twenty-two thirty of the out of pocket", "twelve hundred on the deductible". */
function isOfWhole(words: readonly Token[], { figure, after }: LabelledFigure): boolean {
  const label = after.find(({ kind }) => kind === 'benefit')
  if (label === undefined || (label.value !== 'deductible' && label.value !== 'oop')) return false
  const link = words.slice(figure.to, label.from).map(({ text }) => text)
  return (
    link.length <= 4 &&
    /^(?:even |so far )?(?:of|on|towards?|to|against) (?:the|his|her|their|your|that|individual|family|annual|\s)*$/u.test(
      `${link.join(' ')} `,
    )
  )
}

/** "Family has met 2300 and individual 980": the second without a verb of its own. */
function isParallel(words: readonly Token[], last: LabelledFigure | undefined, item: LabelledFigure, scope: string): boolean {
  if (!last || last.figure.kind === 'none') return false
  const own = allOf(last)
  const others = oneOf(own, 'scope')
  if (oneOf(own, 'measure') === undefined || oneOf(own, 'benefit') !== undefined || others === undefined || others === scope) return false
  return !words.slice(last.figure.to, item.figure.from).some(({ text }) => text === 'is' || text === 'deductible' || text === 'total')
}

/** "His out-of-pocket max", after talk of the family's. */
function isOwned(words: readonly Token[], { before }: LabelledFigure): boolean {
  const label = before.find(({ kind }) => kind === 'benefit')
  return label !== undefined && words.slice(Math.max(0, label.from - 2), label.from).some(({ text }) => text === 'his' || text === 'her')
}

function isOfPatient(words: readonly Token[], last: LabelledFigure | undefined, { figure }: LabelledFigure): boolean {
  return words.slice(Math.max(last?.figure.to ?? 0, figure.from - 8), figure.from).some(({ text }) => patient.test(text))
}
