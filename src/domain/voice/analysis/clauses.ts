/** A sentence with fewer words is one clause. */
const shortSentence = 9
/** A clause has at least so many words, and leaves as many. */
const leastWords = 4

const joining = new Set('and but so because cause then or though although however anyway plus also'.split(' '))
const subjects = new Set(
  'i im ive id ill you youre youll youd we were well weve they theyre theyll he hes she shes it its that thats there theres my your our the this nobody somebody someone please can could would will do does did is are was what when where how why if unless once until not no'.split(
    ' ',
  ),
)
/** These begin a clause without a conjunction before them: people leave it out, and speech recognition leaves out the stop. */
const opening = new Set('i im ive ill you youre youll we well they theyre theyll hes shes please can could would'.split(' '))

/**
 * The clauses of a sentence, roughly: cut at commas and conjunctions before a subject or a question word and, because speech
 * recognition writes no stops, before a pronoun that begins anew. All words are kept, in their order.
 */
export function clausesOf(sentence: string): string[] {
  const words = sentence.split(/\s+/u).filter((word) => word !== '')
  if (words.length < shortSentence) return [sentence]
  const plain = words.map((word) => word.toLowerCase().replace(/[^a-z]/gu, ''))
  const clauses: string[] = []
  let from = 0
  for (let at = leastWords; at < words.length - 1; at++) {
    const afterPause = /[,;:–—.]$/u.test(words[at - 1] ?? '')
    const [word, next] = [plain[at] ?? '', plain[at + 1] ?? '']
    const begins =
      (joining.has(word) && (subjects.has(next) || afterPause)) ||
      (afterPause && subjects.has(word)) ||
      (opening.has(word) && !joining.has(plain[at - 1] ?? '') && !holds.has(plain[at - 1] ?? ''))
    if (!begins || at - from < leastWords || words.length - at < leastWords - 1) continue
    clauses.push(words.slice(from, at).join(' '))
    from = at
  }
  return [...clauses, words.slice(from).join(' ')]
}

/** Before a pronoun these keep it in their clause: "do you", "that I", "call you", "when we". */
const holds = new Set(
  'do does did can could would will should shall may might are were have had has is was that what when where how why who which whether if once until unless while as than to for with of on at by from about before after and or but so because cause like want need let get give tell told ask asked help call phone reach contact thank thanks see send if think hope know said say says sure mean guess wish because transfer transferring connect connecting verify find put believe'.split(
    ' ',
  ),
)
