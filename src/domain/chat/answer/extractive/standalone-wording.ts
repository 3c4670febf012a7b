/** How a follow-up is worded that leaves out what it is about. English, and the commonest Spanish. */

const smallTalk =
  /^[\s¿¡]*(?:hi|hello|hey|thanks?(?: you)?(?: (?:so|very) much)?|ok(?:ay)?|yes|no|yep|nope|sure|great|bye|goodbye|good (?:morning|evening|afternoon)|got it|hola|gracias|muchas gracias|vale|s[ií]|adi[oó]s|buenos d[ií]as|please)[\s.!?,]*$/iu

/** Whether a message is a greeting, thanks or a bare yes: it asks nothing and changes no subject. */
export const isSmallTalk = (message: string): boolean => smallTalk.test(message)

const opener = /^(?:(?:and|but|so|also|ok|okay|y|pero|entonces)\b[,\s]+)?(?:(?:what|how) about|qu[eé] tal|qu[eé] hay de|what of)\s+/iu
const conjunction = /^(?:and|but|so|also|y|pero)\b[,\s]+/iu
const sameFor = /^(?:is|are|would) (?:it|that|this|they) (?:also )?(?:the same|different|true) (?=for|with|in|if|when)/iu
const asked =
  /^(?:for |since |until |y )?(?:how (?:long|often|much|many|soon|far|come)|when|why(?: not)?|where(?: else)?|what else|how|which(?: one)?|then|until when|who|cu[aá]nto(?:s|a|as)?(?: tiempo)?|cu[aá]ndo|por qu[eé]|d[oó]nde|c[oó]mo|cada cu[aá]nto)$/iu
const clause =
  /^(?:what |whose |who |when |where |how |why |which |is |are |was |do |does |did |can |could |should |would |will |may |must |has |have )/i
const preposition = /^(?:for|in|with|without|if|when|during|after|before|at|on|to|para|en|con|sin|si|cuando|durante|despu[eé]s)\s/iu

/**
 * What a message adds to the question before it, if it is no sentence of its own: "and for children", "what about" another medicine,
 * "how long". `asked` where it asks something more instead of saying of whom or when.
 */
export function readFragment(bare: string): { rest: string; asked: boolean } | undefined {
  if (asked.test(bare)) return { rest: bare, asked: true }
  const about = bare.replace(opener, '')
  if (about !== bare) return completing(about)
  const same = bare.replace(sameFor, '')
  if (same !== bare) return completing(same)
  const rest = bare.replace(conjunction, '')
  if (rest !== bare)
    return asked.test(rest) ? { rest: /^then$/i.test(rest) ? bare : rest, asked: true } : clause.test(rest) ? undefined : completing(rest)
  if (aspectOf(bare)) return { rest: bare, asked: false }
  return preposition.test(bare) && bare.split(/\s+/).length <= 4 ? completing(bare) : undefined
}

/** "children" completes a question as "for children" would. */
const completing = (rest: string) => ({ rest, asked: !preposition.test(rest) })

const aspects =
  /^(?:(?:the|its|los?|las?|el|sus?) )?((?:common |serious |usual )?side effects?|dos(?:e|age|ing)|storage|warnings?|interactions?|price|costs?|ingredients?|efectos secundarios|dosis|almacenamiento|precio|costo)$/iu

/** A property of a medicine that is named alone ("side effects"), and how the medicine is put to it. */
export function aspectOf(rest: string): { words: string; of: 'of' | 'de' } | undefined {
  const [, words] = aspects.exec(rest) ?? []
  return words === undefined ? undefined : { words, of: /efectos|dosis|almac|precio|costo/i.test(words) ? 'de' : 'of' }
}

/** Whether "it" stands for nothing: "is it normal to feel tired" asks of a person who takes the medicine. */
export const isExpletive = (bare: string): boolean =>
  /\bis it (?:ok(?:ay)?|safe|normal|common|possible|allowed|fine|all right) (?:to|if|that|for me to)\b/i.test(bare)

const ofTheMedicine =
  /^what (?:are|is) the (?:(?:common|serious|most common) )?(?:side effects?|dos(?:e|age)|usual dose|risks?|warnings?)$|\bmiss(?:ed)? (?:a|my|the) dose$|^es seguro|embarazo/iu

/** Whether a question makes sense only of a certain medicine, though it names none. */
export const asksOfTheMedicine = (bare: string): boolean => ofTheMedicine.test(bare)

const back = /\b(?:it|its|that|this|they|them|those|these|one|the same|eso|esto|ello|lo mismo)\b/iu

/** Whether a short question speaks of what was said before. A long one explains itself. */
export function refersBack(bare: string): boolean {
  const words = bare.split(/\s+/)
  return words.length <= 9 && clause.test(bare) && back.test(bare)
}
