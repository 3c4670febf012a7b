import { type MessageWords, messageWords } from '../../../language/message-words.ts'
import { normalForm } from '../../../platform/normal-form.ts'
import type { Language, PastMessage } from '../chat.ts'

const spanish = new Set(
  'el la los las un una unos unas de del que en y es son por para con mi mis tu su se me te lo le como cuando donde cual cuales cuanto cuanta cuantos puedo puede puedes debo tengo tiene estoy esta estan hay muy pero porque desde despues antes hola gracias buenos buenas dias tardes noches si hace ayer hoy ahora inyeccion pluma pastillas medicina medicamento dosis efectos secundarios sarpullido dolor quiero soy fue ya sin al hijo hija mama papa esposo esposa siento duele ayuda respirar olvida ignora tarjeta seguro sirve adios favor nausea nauseas causar tomar tome tomo guardo'.split(
    ' ',
  ),
)
const english = new Set(
  'the a an of to and is are was my i im it this that for with on in at can do does did how what whats when where which who why should would could have has had ive not dont cant be been you your from after before if or but so there any just get got take hi hello thanks please me no help am will'.split(
    ' ',
  ),
)
/** Words of French, Portuguese and Haitian Creole that are no Spanish ones: what they share with Spanish does not make it Spanish. */
const akin = new Set(
  'je ne suis mon ma mes est une il elle nous vous avec pour dans peux peut jai cest pas et qui quelle quel quelles combien du au aux faire cas douleur eu nao meu minha estou com um uma dor peito voce tenho qual quais posso consigo devo em os fazer sao mwen ka gen nan ou pou kijan konbyen'.split(
    ' ',
  ),
)
/** Letters that Spanish does not have: French, Portuguese, German and Vietnamese ones. */
const foreign = /[àâãäåçèêëìîïòôõöùûœæßăđơư]|\p{Script=Cyrillic}|\p{Script=Arabic}|\p{Script=Han}|\p{Script=Hangul}/u
const both = new Set(['me', 'no', 'a', 'he', 'son', 'once', 'sin', 'the'])

function leaning({ words, text }: MessageWords): number {
  let sum = /[¿¡ñ]/iu.test(text) ? 1.5 : 0
  let other = foreign.test(normalForm(text, 'NFC').toLowerCase()) ? 2 : 0
  for (const word of words) {
    if (akin.has(word)) other += 2
    if (both.has(word)) continue
    if (spanish.has(word)) sum += 1
    if (english.has(word)) sum -= 1
  }
  return sum > 0 && other >= sum ? -1 : sum
}

/** The language to answer in: Spanish where the message is, or where it is too short to tell and the one before was; else English. */
export function languageOf(message: MessageWords, history: readonly PastMessage[]): Language {
  const lean = leaning(message)
  if (lean !== 0) return lean > 0 ? 'es' : 'en'
  const earlier = history.filter(({ role }) => role === 'user').slice(-3)
  return earlier.reduce((sum, { content }) => sum + leaning(messageWords(content.slice(0, 4_000))), 0) > 0 ? 'es' : 'en'
}
