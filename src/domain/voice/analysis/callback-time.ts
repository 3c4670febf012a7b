const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const number =
  '(?:\\d{1,2}(?::\\d{2})?(?!\\d)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[ -](?:thirty|fifteen|forty[ -]five|oh five))?'
const clock = `(?:${number}(?: ?(?:a\\.?m\\b\\.?|p\\.?m\\b\\.?|[ap] m\\b|o'?clock))?|noon|midday|lunch|lunchtime|work|school|dinner|breakfast|my shift)`
const part = '(?:morning|afternoon|evening|night)s?'
const day = `(?:(?:later |first thing |early |late )?(?:today|tomorrow|tonight|this (?:week|weekend|${part})|next (?:week|month|${weekday})|(?:on |next |this )?${weekday})(?: (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[ -]?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\p{L}+teenth|twentieth|thirtieth)\\b)?)`
const amount = '(?:an?|one|two|three|four|five|six|a few|a couple(?: of)?|\\d+)'
const within = `(?:(?:with)?in (?:the (?:hour|day)|(?:about )?${amount} (?:business )?(?:minutes?|hours?|days?|weeks?)))`
const piece = `(?:as soon as possible|asap|right away|${within}|${day}|(?:in|during) the ${part}|(?:any ?time )?(?:after|before|at|around|by|between|from|past|until|till) (?:about )?${clock}(?: (?:and|to|or|till|until) ${clock})?|${part})`
const time = new RegExp(`\\b${piece}(?:[\\s,]{1,2}(?:(?:or|and|but|then|maybe)[\\s,]{1,2})?${piece}){0,3}`, 'giu')

const digit = '(?:\\d+|double|triple|zero|oh|one|two|three|four|five|six|seven|eight|nine)'
/** A number to call, with where it is said to be: "at 555-222-3333". */
const toCall = new RegExp(`(?:\\b(?:at|on)\\s+)?(?:\\+?\\(?\\d(?:[\\s().-]{0,2}\\d){4,14}|\\b${digit}(?:[\\s-]${digit}\\b){3,14})`, 'giu')

/** What goes on in figures is a number to call, no time: "at five five five one two one two". */
const goesOn =
  /^[\s,-]*(?:(?:double|triple|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\b|\d|[-(])/iu

/** "Not Tuesday", "any day except Friday", "don't call me at night", "I can't talk in the morning": the time that is not meant. */
const excluded =
  /\b(?:not(?: (?:call|phone|ring|try))?|never(?: call)?|no|except|except for|but|other than|don['’]?t (?:call|phone|ring|try)|can['’]?t (?:talk|speak|do|take (?:a )?calls?))(?: (?:me|us|him|her|back|on|in|at|the|during))*\s*$/iu
const excludes = (before: string): boolean => excluded.test(before) && !/\b(?:why|if) not\s*$/iu.test(before)
const onePiece = new RegExp(`^${piece}(?:[\\s,]{1,2}(?:(?:or|and|but|then|maybe)[\\s,]{1,2})?)?`, 'iu')

/** The time that a text names for a call, in its words and whole; null where it names none. */
export function timeNamed(text: string): string | null {
  const withoutNumbers = text.replace(toCall, ' # ')
  for (const { 0: found, index } of withoutNumbers.matchAll(time)) {
    const isNot = excludes(withoutNumbers.slice(Math.max(0, index - 40), index))
    const ends = (isNot ? found.replace(onePiece, '') : found).trim()
    if (ends === '') continue
    const isNumber =
      /(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu.test(ends) &&
      goesOn.test(withoutNumbers.slice(index + found.length))
    if (!isNumber) return ends
  }
  return null
}
