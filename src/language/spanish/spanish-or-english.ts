import { normalForm } from '../../platform/normal-form.ts'
import { isEnglish } from '../english-words.ts'
import { wordsOf } from '../words.ts'
import { hasSpanishStem, isPlainlySpanish, isTableEnglish } from './spanish-lexicon.ts'

/** Spanish words that the table has no meaning for, and forms that its words do not show. */
const spanish = new Set(
  'y o u e es se le les nos te ha han he lo al del esta estas este estos esa ese eso esos muy pues asi fue fui era eres son hay tan ser sido dia dias anos'.split(
    ' ',
  ),
)
const english = new Set(
  `the a an of to and is are was were my i im it its this that these those for with on in at can could do does did how what whats when where
  which who why should would have has had ive not dont cant be been you your from after before if or but so there any just get got take hi
  hello thanks please help am will we our they he she his her them as by about out up while than then too only need want know tell many much
  long often until into off still again may might must myself also because`.split(/\s+/),
)
/** Words of French, Portuguese, German, Italian and Haitian Creole that are no Spanish ones: what they share with Spanish does not make it Spanish. */
const akin = new Set(
  'je ne suis mon ma mes est une il elle nous vous avec pour dans peux peut jai cest pas et qui quelle quel quelles combien du au aux faire cas douleur eu nao meu minha estou com um uma dor peito voce tenho qual quais posso consigo devo em os fazer sao quero muito isso ele agora ontem depois morrer tomei fiquei minhas meus mwen ich habe nicht und mein meine ist bin der das mit zu wie ein eine auf von wir sie ho sono mio mia il che non gli sto prendo dopo comment pourquoi quand prendre chez ka gen nan ou pou kijan konbyen'.split(
    ' ',
  ),
)
/** Letters that Spanish does not have: French, Portuguese, German and Vietnamese ones. */
const foreign = /[àâãäåçèêëìîïòôõöùûœæßăđơư]|\p{Script=Cyrillic}|\p{Script=Arabic}|\p{Script=Han}|\p{Script=Hangul}/u
/** Words that are written alike in both languages. */
const both = new Set(
  `me no a he son once sin the come use has sale pan mal real van as den fin pie tire vale par ten dan dice sea sed cases dos dure an
  color control plan hospital doctor normal gel latex idea general animal social final total dental oral virus gas van lee ve di e o u
  personal legal natural actual error mayo tos ante cave fue lo is ha`.split(/\s+/),
)
/** Endings of Spanish words that English ones do not have. */
const ending = /(?:ci[oó]n|ciones|iendo|ndome|ndolo|ndola|[aei]rme|[aei]rl[ao]s?|[aei]rse|idad|amente|aron|ieron|amos|it[ao]s?|ad[ao]s)$/u
const longestEnding = 5

/** Whether a text is Spanish; false where its words do not tell. */
export const isSpanish = (text: string): boolean =>
  leaning(
    text,
    wordsOf(text).map(({ word }) => word),
  ) > 0

/** Above 0 a text is Spanish, below 0 English or another language; 0: its words do not tell. @param words its words, folded */
export function leaning(text: string, words: readonly string[]): number {
  let sum = /[¿¡ñ]/iu.test(text) ? 1.5 : 0
  let other = foreign.test(normalForm(text, 'NFC').toLowerCase()) ? 2 : 0
  for (const word of words) {
    if (akin.has(word)) other += 2
    if (both.has(word)) continue
    if (english.has(word)) sum -= 1
    else if (spanish.has(word) || isPlainlySpanish(word)) sum += 1
    else if (isTableEnglish(word)) sum -= 0.75
    else if (word.length > longestEnding && (ending.test(word) || hasSpanishStem(word)) && !isEnglish(word)) sum += 0.75
  }
  return sum > 0 && other >= sum ? -1 : sum
}
