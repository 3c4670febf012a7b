/** Pronouns at the end of an infinitive or gerund: "inyectarme", "ponérsela", "guardándolo". */
const pronouns = /(?<=[aei]r|ndo)(?:me|te|se|nos)?(?:l[oae]s?)?$/
/** Endings of verbs, nouns and adjectives, the longer first. */
const endings =
  /(?:aríamos|abamos|iendo|yendo|amente|emente|aremos|eremos|iremos|ieron|arian|erian|irian|ando|aria|eria|iria|aran|eran|iran|aste|iste|aron|aban|amos|emos|imos|ados|adas|idos|idas|ado|ada|ido|ida|are|ara|ere|era|ire|ira|aba|ian|ar|er|ir|an|en|as|es|os|ia|a|e|o|s)$/
const least = 3

/**
 * What the forms of a Spanish word have in common, however it is spelt on a phone: number, gender, person, tense and pronouns are cut
 * off, and letters that sound alike are one ("nebera" is `neber` as "nevera" is). Takes a folded word.
 */
export function spanishStem(word: string): string {
  if (word.length <= least) return word
  const bare = word.length > 5 ? word.replace(pronouns, '') : word
  const singular = bare.replace(/ces$/, 'z')
  const cut = singular.replace(endings, '')
  return asHeard(cut.length >= least ? cut : singular)
}

/** A Spanish word as it sounds: b and v, s and z, ll and y, a silent h. */
const asHeard = (word: string): string =>
  word
    .replace(/^ps/, 's')
    .replace(/qu(?=[ei])|k/g, 'c')
    .replace(/gu(?=[ei])/g, 'g')
    .replace(/z|(?<=[aeiou])x/g, 's')
    .replace(/(?<!c)c(?=[ei])|cc(?=[ei])/g, 's')
    .replace(/v|w/g, 'b')
    .replace(/(?<!c)h/g, '')
    .replace(/ll/g, 'y')
    .replace(/m(?=[bp])/g, 'n')
    .replace(/(.)\1+/g, '$1')
