/**
 * How a clause begins: `joined` to what was said before, by "and" or "or" or as what follows an "if" or a "when"; or `new`, with a
 * word of contrast or with none at all.
 */
export type ClauseStart = 'joined' | 'new'

const words = (list: string) => new Set(list.split(' '))

/** Pronouns that can only be a subject, alone or with their verb. */
const nominatives = words('i im ive id ill he hes she shes we weve they theyre theyve yo estoy tengo siento he youre its theres')
/** Verbs that hold their subject, and what stands before them within their clause: "no tengo". */
const verbs = words('estoy tengo siento')
const beforeVerbs = words('no ya me lo la yo nunca tampoco solo')
/** "Years ago I …", "this morning my …": no clause by themselves. */
const times = words('ago year month week yesterday today tonight night morning evening childhood past anos meses ayer hoy anoche')
const possessives = words('my his her our mi su')
/** What a possessive and its noun are followed by where they begin a clause: "my throat is closing". */
const finite = words(
  'is are was were has have had isnt arent wasnt feels feel felt keeps keep kept started starts got gets went goes hurts hurt looks cant wont doesnt didnt hasnt just swelled closed aches burns itches passed fell collapsed se me esta estan',
)
const contrasts = words('but however though although yet pero aunque except')
/** Open a clause only before a subject: "so my throat …", "because I …"; "so bad" and "now and then" do not. */
const connectives = words('so because cause cuz then now also plus meanwhile instead until porque entonces ahora luego ademas')
const joining = words('and or y e o')
/** The clause behind one of these belongs to the one before it: "if I …", "I don't think I …", "the day that he …". */
const binding = words(
  'if unless whether when whenever while since after before until till as than that what why how where who which because cause like think believe say says said mean know knew thought feel felt guess suppose suspect hope wish worried afraid scared told read heard wonder wondering sure see saw time times day way si cuando que como donde creo pienso dijo dice once though although cuz so then now not dont and or y o',
)
/** A clause that begins so is part of the next: "when I was little I …", "if I faint my husband …". */
const subordinating = words('if unless when whenever while before after since once until till as in si cuando desde aunque')
const determiners = words('the a an any this these that those every each last first next no some el la los las un una')
/** "The pen I used", "the rash I had": the verb of a relative clause rather than of a new one. */
const relative = words('had have took take used use got get was am want need gave been read heard saw bought started were do did')

/**
 * Where clauses begin within words without punctuation, by grammar alone: at a contrast, and at a subject that nothing before it
 * asks for ("no rash my lips are swelling"). The array holds an entry for each word, `undefined` where none begins.
 */
export function clauseStarts(spoken: readonly string[]): (ClauseStart | undefined)[] {
  const starts: (ClauseStart | undefined)[] = []
  let opening = 0
  for (const at of spoken.keys()) {
    const isFirst = at === 0 || (times.has(spoken[at - 1] ?? '') && !spoken.slice(opening, at).some((word) => nominatives.has(word)))
    const start = isFirst ? undefined : startAt(spoken, at)
    const isMain = start === 'new' && !contrasts.has(spoken[at] ?? '') && subordinates(spoken, opening)
    starts.push(isMain ? 'joined' : start)
    if (start) opening = at
  }
  return starts
}

/** "And when I …" too. */
const subordinates = (spoken: readonly string[], at: number): boolean =>
  subordinating.has(spoken[at] ?? '') || (joining.has(spoken[at] ?? '') && subordinating.has(spoken[at + 1] ?? ''))

function startAt(spoken: readonly string[], at: number): ClauseStart | undefined {
  const word = spoken[at] ?? ''
  if (contrasts.has(word)) return 'new'
  const before = spoken[at - 1] ?? ''
  if (joining.has(word)) return beginsSubject(spoken, at + 1) ? 'joined' : undefined
  if (connectives.has(word) && !binding.has(before)) return beginsSubject(spoken, at + 1) ? 'new' : undefined
  if (verbs.has(word) && beforeVerbs.has(before)) return undefined
  if (binding.has(before) || contrasts.has(before)) return undefined
  return beginsSubject(spoken, at) && !isRelative(spoken, at) ? 'new' : undefined
}

function beginsSubject(spoken: readonly string[], at: number): boolean {
  const word = spoken[at] ?? ''
  if (nominatives.has(word)) return true
  return possessives.has(word) && (finite.has(spoken[at + 2] ?? '') || finite.has(spoken[at + 3] ?? ''))
}

function isRelative(spoken: readonly string[], at: number): boolean {
  const hasNoun = determiners.has(spoken[at - 2] ?? '') || determiners.has(spoken[at - 3] ?? '')
  return hasNoun && relative.has(spoken[at + 1] ?? '')
}
