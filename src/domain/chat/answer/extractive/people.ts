/** Kinds of people whose dose is not everybody's. */
export type People = 'children' | 'adults' | 'pregnancy' | 'old age' | 'kidney disease' | 'liver disease'

const wordings: [People, RegExp][] = [
  [
    'children',
    /\b(?:(?:grand)?child(?:ren)?|kids?|(?:grand)?(?:daughter|son)s?|nephews?|nieces?|toddlers?|bab(?:y|ies)|infants?|newborns?|teens?|teen-?agers?|adolescents?|pa?ediatric|boys?|girls?|juvenile|niet[oa]s?|sobrin[oa]s?|ni[nñ][oa]s?|hij[oa]s?|beb[eé]s?|adolescentes?)\b/iu,
  ],
  ['adults', /\b(?:adults?|grown-?ups?|adult[oa]s?)\b/iu],
  ['pregnancy', /\b(?:pregnan(?:t|cy)|breast-?feed(?:ing)?|embaraz\p{L}+|lactancia|amamant\p{L}+)/iu],
  ['old age', /\b(?:elderly|seniors?|older (?:people|patients|adults)|(?:over|above|aged?) (?:6[05]|[789]\d)|ancian[oa]s?)\b/iu],
  ['kidney disease', /\b(?:kidneys?|renal|dialysis|e?gfr|creatinine clearance|crcl|ri[nñ][oó]n(?:es)?|di[aá]lisis)\b/iu],
  ['liver disease', /\b(?:liver|hepatic|cirrhosis|h[ií]gado)\b/iu],
]

const age =
  /\b(\d{1,2})[\s-]*(?:(years?|yrs?|months?|a[nñ]os|meses)[\s-]*(?:old|of age|and (?:older|up|above)|or older|de edad)|y\/?o)\b/giu
const fullAge = 18

/** The kinds of people that a text names, by word or by age ("my 5-year-old"). */
export function peopleIn(text: string): Set<People> {
  const named = new Set(wordings.filter(([, wording]) => wording.test(text)).map(([people]) => people))
  for (const [, years, unit] of text.matchAll(age)) named.add(/^m/i.test(unit ?? '') || Number(years) < fullAge ? 'children' : 'adults')
  return named
}

const excluding = /\b(?:not|no|never|away from|reach of|except|unless|other than|without|nunca|salvo|excepto)\b|n['’]t\b/iu

/** The kinds of people that a text is for: those whom it names but to keep something from them are left out. */
export const peopleMeant = (text: string): Set<People> =>
  peopleIn(
    text
      .split(/(?<=[.!?])\s|\n/u)
      .filter((sentence) => !excluding.test(sentence))
      .join('\n'),
  )

/** The words by which a text names kinds of people, one a kind. */
export const peopleSaid = (text: string): string[] =>
  wordings.filter(([people]) => people !== 'adults').flatMap(([, wording]) => wording.exec(text)?.[0] ?? [])
