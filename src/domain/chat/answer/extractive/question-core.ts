import { writtenSentences } from '../../../../language/sentences.ts'
import { wordsIn } from './passages.ts'
import { questionParts } from './question-parts.ts'

/** A message of so many words asks what it asks; a longer one tells before it asks. */
const shortMessage = 14

const begins =
  /^(?:(?:so|and|but|ok(?:ay)?|also|hi|hello|well|now|then|please|anyway|basically|my question(?: is)?|question|y|pero|entonces)\b[\s,:;-]{0,3}){0,3}(?:what|whats|how|hows|when|where|wheres|why|who|whos|whose|which|wich|can|could|cant|may|must|should|shall|would|will|wont|do|does|dose|did|is|isnt|are|arent|am|was|were|has|have|had|any|anything|tell|list|name|give|show|explain|qu[eé]|c[oó]mo|cu[aá]\p{L}+|d[oó]nde|puedo|puede|debo|tengo que|hay|es|se puede)\b/iu
const asks =
  /\b(?:(?:i |we |he |she |they )?(?:wonder(?:ing)?|want(?:ed)? to know|need to know|would like to know|like to ask|not sure|don['’]?t know|no idea|no clue)|(?:my|a|one|the) questions?\b|can (?:i|we|he|she|you)|should (?:i|we|he|she)|how (?:much|many|often|long|do|does|can|soon|far)|what (?:do|does|is|are|if|should|happens|about)|what['’]?s|is it (?:ok|okay|safe|fine|still|true|normal))\b/iu

/** The asking sentences of a message, in order; the last ones where none is known by its wording. */
export function questionCore(message: string): string {
  if (wordsIn(message) <= shortMessage) return message
  const sentences = message.split('\n').flatMap((line) => writtenSentences(line.replace(/\.\.+|…/gu, '. ')))
  const asking = sentences.filter((sentence) => /\?["”’)]?$/u.test(sentence) || begins.test(sentence) || asks.test(sentence))
  const core = asking.length > 0 ? asking : sentences.slice(-2)
  return core.length === 0 ? message : withoutStory(core.join(' '))
}

/** Longer than this, a sentence tells before it asks: speech has no stops. */
const longSentence = 22

/** The asking clauses of a long sentence. */
function withoutStory(core: string): string {
  if (wordsIn(core) <= longSentence) return core
  const asked = questionParts(core)
    .map(({ text }) => text)
    .join(' ')
  return wordsIn(asked) * 3 < wordsIn(core) * 2 ? asked : core
}
