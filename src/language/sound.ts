/** Spelling to sound, in this order. Capitals are sounds that no later rule changes: C as in church, S as in shoe. */
const consonants: [RegExp, string][] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^pf/, 'f'],
  [/^(?:ps|x)/, 's'],
  [/^mac(?=[^aeiouy])/, 'mc'],
  [/(?<=^|[aeiou])y(?=[aeiou])/g, 'Y'],
  [/y/g, 'i'],
  [/oa(?=nn)/g, 'o-a'],
  [/t?z?sch/g, 'S'],
  [/tch/g, 'C'],
  [/ch(?=[rlmno]|ae)/g, 'k'],
  [/ch|cz/g, 'C'],
  [/s[hz]/g, 'S'],
  [/ph/g, 'f'],
  [/eigh/g, 'i'],
  [/igh/g, 'Y'],
  [/gh(?=[aeiou])/g, 'g'],
  [/gh/g, ''],
  [/dt/g, 't'],
  [/tz/g, 's'],
  [/ique$/, 'Ik'],
  [/que$/, 'k'],
  [/qu/g, 'kw'],
  [/d?g(?=[ei])/g, 'j'],
  [/c(?=[ei])/g, 's'],
  [/[cq]/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/(?<=[^aeiou])h|h(?![aeiou])/g, ''],
  [/([^aeiou])\1+/g, '$1'],
]

const vowelGroups: [RegExp, string][] = [
  // In a word of one syllable a silent e tells a long vowel from a short one: Jane is not Jan.
  [/^([^aeiou]*[aeiou][^aeiou])e(s?)$/, '$1E$2'],
  [/(?<=[^aeiousCSj])es$/, 's'],
  // A stressed last syllable: Christine is not Kristen, Justine is not Justin.
  [/(?<=[aeiou].*)(?:ee|ea|(?<!a)i(?=.e$)|e(?=.e$))([nsl])e?$/, 'I$1'],
  [/(?<=[aeiou][^aeiou]+)e$/, ''],
  [/(?<![aeiou])[eiu]r(?![aeiou])|(?<=[aeiou].*)or$/g, 'Er'],
  [/[ei]a$/, 'iA'],
  [/a[ie](?![^aeiou][aeiou])/g, 'E'],
  [/(?:ee|ie|ei|i)$/, 'I'],
  [/(?:ea|ee|ie|ei)/g, 'i'],
  [/(?:ai|ae|aa)/g, 'a'],
  [/(?:oa|oe|ow)/g, 'O'],
  [/(?:au|aw)/g, 'W'],
  [/(?:ou|oo|ue|eu|ew)/g, 'u'],
  [/a$/, 'A'],
  [/o$/, 'O'],
]

/**
 * How a name sounds, for names in Latin letters without marks (see nameParts): words of one key are said alike in American
 * English ("Kristin" and "Kristen", "Whittaker" and "Whitaker"). Unlike Metaphone it keeps the first and the last vowel,
 * since "Erin" and "Aaron", "Maria" and "Marie" are other people; only unstressed vowels between them are one.
 */
export function soundOf(word: string): string {
  let sound = word
  for (const [pattern, replacement] of consonants) sound = sound.replace(pattern, replacement)
  for (const [pattern, replacement] of vowelGroups) sound = sound.replace(pattern, replacement)
  const first = sound.search(/[aeiouAEIOUW]/)
  return first < 0 ? sound : sound.slice(0, first + 1) + sound.slice(first + 1).replace(/[aeiou]/g, '@')
}
