/** How a follow-up is worded that leaves out what it is about. English, and the commonest Spanish. */

const smallTalk =
  /^[\s¿¡]*(?:(?:hi|hello|hey|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|thnx|ty|cool|nice|perfect|awesome|alright|all right|i see|ok(?:ay)?|k|yes|no|yep|yeah|nope|sure|great|good|bye|goodbye|good (?:morning|evening|afternoon)|got it|that helps|makes sense|hola|gracias|muchas gracias|vale|s[ií]|adi[oó]s|buenos d[ií]as|please)[\s.!?,]*){1,3}$/iu

/** Whether a message is a greeting, thanks or a bare yes: it asks nothing and changes no subject. */
export const isSmallTalk = (message: string): boolean => smallTalk.test(message)

const opener =
  /^(?:(?:and|n|&|but|so|also|ok|okay|well|y|pero|entonces)\b[,\s]+){0,2}(?:(?:wh?[au]t|how) (?:about|abt|bout)|qu[eé] tal|qu[eé] hay de|what of|same for)\s+/iu
const conjunction = /^(?:(?:and|n|&|but|so|also|or|ok(?:ay)?|well|wait|hmm|um|oh|y|pero|entonces)\b[,\s]+){1,3}/iu
const sameFor = /^(?:is|are|would) (?:it|that|this|they) (?:also )?(?:the same|different|true) (?=for|with|in|if|when)/iu
const asked =
  /^(?:for |since |until |y )?(?:how (?:long|often|much|many|soon|far|come)|when|why(?: not)?|where(?: else)?|what else|how|which(?: one)?|then|until when|who|cu[aá]nto(?:s|a|as)?(?: tiempo)?|cu[aá]ndo|por qu[eé]|d[oó]nde|c[oó]mo|cada cu[aá]nto)$/iu
const clause =
  /^(?:what |whose |who |when |where |how |why |which |is |are |was |do |does |did |can |could |should |would |will |may |must |has |have )/i
const preposition = /^(?:for|in|with|without|if|when|during|after|before|at|on|to|para|en|con|sin|si|cuando|durante|despu[eé]s)\s/iu

/** A message without the "ok so" that goes on from what was said before; the same where it has none. */
export const withoutOpening = (bare: string): string => bare.replace(conjunction, '')

/** "Tell me more", "I don't understand": the question before is asked again. */
export const asksAgain = (bare: string): boolean =>
  /^(?:(?:please|can you|could you|ok|so)\s){0,2}(?:(?:tell|say|explain|give) (?:me |it |that )?(?:more|again|in (?:simple|plain|easy|easier) (?:words|terms|english))?(?: (?:about (?:it|that|this)|again|details?))?|more(?: (?:details?|info(?:rmation)?))?|go on|i (?:don['’]?t|do not|didn['’]?t) (?:understand|get (?:it|that))|what do you mean|say (?:it|that) again|repeat (?:it|that)|expl[ií]came|m[aá]s detalles)$/iu.test(
    bare,
  )

/**
 * What a message adds to the question before it, if it is no sentence of its own: "and for children", "what about" another medicine,
 * "how long". `asked` where it asks something more instead of saying of whom or when.
 */
export function readFragment(said: string): { rest: string; asked: boolean } | undefined {
  const bare = said.replace(/(?<=\S\s\S{2,20})[,\s]+(?:then|though|exactly|again|please|now|entonces)$/iu, '')
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

const severity = /\b(?:common|usual|mild|normal|serious|severe|dangerous|bad|rare)\b/iu

/** A question about side effects with the kind that a follow-up asks for instead: "and the serious ones?"; undefined for others. */
export function withSeverity(question: string, rest: string): string | undefined {
  const kind =
    /^(?:any |the |(?:m(?:ore|ost) )?)*(common|usual|mild|normal|serious|severe|dangerous|bad|rare)(?: (?:ones?|side effects?))?$/iu.exec(
      rest,
    )?.[1]
  if (kind === undefined || !/\bside effects?\b/i.test(question)) return undefined
  const other = question.replace(/\bmost (?=common|usual)/i, '')
  return severity.test(other) ? other.replace(severity, kind) : other.replace(/\b(?=side effects?\b)/i, `${kind} `)
}

/** A property of a medicine that is named alone ("side effects"), and how the medicine is put to it. */
export function aspectOf(rest: string): { words: string; of: 'of' | 'de' } | undefined {
  const [, words] = aspects.exec(rest) ?? []
  return words === undefined ? undefined : { words, of: /efectos|dosis|almac|precio|costo/i.test(words) ? 'de' : 'of' }
}

/** Whether "it" stands for nothing: "is it normal to feel tired" asks of a person who takes the medicine. */
export const isExpletive = (bare: string): boolean =>
  /\bis it (?:ok(?:ay)?|safe|normal|common|possible|allowed|fine|all right) (?:to|if|that|for me to)\b/i.test(bare)

const ofTheMedicine =
  /\b(?:pregnan\p{L}*|breast-?feed\p{L}*|nursing|alcohol|wine|beer|vaccin\p{L}*|flu shot|surgery|operation|side effects?|overdos\p{L}*|too much|expire[sd]?|(?:miss|forget|forgot|skip)\p{L}*(?: (?:a|my|the|an) (?:dose|shot|injection|pill|week|month|day)|$)|fridge|refrigerat\p{L}*|freez\p{L}*|frozen|thigh|stomach|belly|arm|needle|latex|refriger\p{L}*|embaraz\p{L}*|alcohol|vacuna)\b|^what (?:are|is) the (?:(?:common|serious|most common) )?(?:side effects?|dos(?:e|age)|usual dose|risks?|warnings?)$|\bmiss(?:ed)? (?:a|my|the) dose$|^es seguro/iu

/** Whether a question makes sense only of a certain medicine, though it names none. */
export const asksOfTheMedicine = (bare: string): boolean => ofTheMedicine.test(bare) && !/\breport\b/i.test(bare)

const back =
  /\b(?:it|its|that|this|they|them|those|these|ones?|same|too|either|instead|then|as well|after that|he|she|her|him|eso|esto|ello|lo mismo|tambi[eé]n)\b/iu

/** Whether a short question speaks of what was said before. A long one explains itself. */
export function refersBack(said: string): boolean {
  const bare = withoutOpening(said)
  const words = bare.split(/\s+/).length
  return words <= (bare === said ? longestBack : longestGoingOn) && clause.test(bare) && back.test(bare)
}

/** Whether what stands behind "and" asks: it goes on from the question before. */
export const goesOn = (opened: string): boolean => opened.split(/\s+/).length <= longestGoingOn && clause.test(opened)

const longestBack = 12
/** What begins with "ok so" goes on from what was said before, also where it says more. */
const longestGoingOn = 20

const ordinals: [RegExp, number][] = [
  [/\bthe (?:first|1st)(?: one)?\b/i, 0],
  [/\bthe (?:second|2nd|other)(?: one)?\b/i, 1],
  [/\bthe (?:third|3rd)(?: one)?\b/i, 2],
  [/\bthe last(?: one)?\b/i, -1],
]
const longestItem = 120

/** A message with the item of the list before it for "the second one"; undefined where there is no such item. */
export function namingTheItem(bare: string, answer: string): string | undefined {
  if (!/\bone\b|^(?:and |what about |how about )?the \S+$/i.test(bare)) return undefined
  const items = answer
    .split('\n')
    .flatMap((line) => /^\s*(?:[-•*]|\d{1,2}[.)])\s+(\S.*)$/u.exec(line)?.[1] ?? [])
    .map((item) => item.replace(/[\s;,.]+$/u, ''))
  for (const [ordinal, at] of ordinals) {
    const item = items.at(at)
    if (items.length > 1 && item !== undefined && item.length <= longestItem && ordinal.test(bare)) return bare.replace(ordinal, () => item)
  }
  return undefined
}

/** These are asked of a program or a plan, whatever medicine it is for. */
export const ofThePlan =
  /\b(?:insur\p{L}*|enrol\p{L}*|sign(?:ing)? up|program\p{L}*|copays?|co-pays?|pay(?:s|ing)?|costs?|afford|card|appeal\p{L}*|den(?:y|ied|ial)|authori[sz]ation|deliver\p{L}*|shipments?|refills?|pharmacy|sharps|medicare|medicaid|travel letter|airport|interpreter)\b/iu
