/*
 * What may be left out of a quoted sentence because it leads nowhere in a chat, and what is never quoted: references to other
 * places of the same paper, and what every leaflet says of itself. Patterns are bounded, so a long line is read in linear time.
 */

const places = String.raw`sections?|figures?|figs?\.?|tables?|boxed warning|warnings|contraindications|dosage|dosing|adverse|clinical|use in|how supplied|instructions|patient|indications|drug interactions|overdosage|description|data|above|below|also|full prescribing|medication guide`
const inBrackets = new RegExp(
  String.raw`\s{0,3}[[(]\s{0,2}(?:please )?(?:see|refer to|listed in|as described in)\s(?:also )?[^[\]()]{0,20}(?:${places}|[“"‘'])[^[\]]{0,160}?(?:\(\s?[\d.,\s]{1,20}\)[^[\]()]{0,80}){0,6}[\])](?=[\s.,;:]|$)`,
  'giu',
)
const sectionNumber = /\s{0,3}\(\s?\d{1,2}\.\d{1,2}(?:\s?,\s?\d{1,2}(?:\.\d{1,2})?){0,6}\s?\)(?=[\s.,;:]|$)/gu

/** A text without "[see Warnings (5.2)]" and "(see section 4)". */
export const withoutReferences = (text: string): string =>
  /[[(]/.test(text)
    ? text
        .replace(inBrackets, '')
        .replace(sectionNumber, '')
        .replace(/ {1,4}(?=[.,;:](?:\s|$))/g, '')
    : text

const reference =
  /^\W{0,3}(?:(?:please )?(?:see|refer to)\b[^.]{0,120}\.?|for (?:more|further|additional|complete|full) (?:information|details?)[^.]{0,60},? (?:see|refer to|read|go to)\b.{0,160})$/iu

const ofThePaper = [
  /^read (?:all of )?(?:this|the) (?:leaflet|medication guide|instructions|patient information)\b.{0,60}(?:before|carefully)/iu,
  /^keep this (?:leaflet|medication guide|paper)\b/iu,
  /^you may need to read it again\b/iu,
  /^if you have any (?:further|other|more) questions\b.{0,60}\bask (?:your|the)\b/iu,
  /^if you get any (?:of the )?side effects?,? talk to\b/iu,
  /^this includes any (?:possible )?side effects? not listed\b/iu,
  /^like all medicines,? (?:this|\p{L}+)\b.{0,80}can cause side effects,? although\b/iu,
  /^this medicine (?:has been|is) prescribed for you only\b/iu,
  /^(?:this|these) (?:medication guide|patient information|instructions for use|leaflets?) (?:has|have|was|were) (?:been )?(?:approved|revised)\b/iu,
  /^this (?:leaflet|medication guide|patient information) (?:was last|does not take the place|summari[sz]es|contains)\b/iu,
  /^this instructions for use contains\b/iu,
  /^medicines are sometimes prescribed for purposes other than\b/iu,
  /^(?:this|these) (?:guide|page|document|booklet|brochure|article|handout|overview|faq)s?\b.{0,80}\b(?:is|are|was|were|has|have|helps?|puts?|gives?|explains?|describes?|covers?|answers?|does not|cannot)\b/iu,
  /^(?:all )?(?:the )?(?:figures|facts|information|statements|texts?)(?: (?:here|above|below|(?:in|on) this \p{L}{1,20}))? (?:was|were|has been|have been) (?:last )?(?:checked|reviewed|verified|updated)\b/iu,
  /^(?:manufactured|marketed|distributed|made) (?:by|for)\b/iu,
  /^for more information,? (?:go to|call|visit)\b/iu,
  /^(?:figure|table|image) \d{1,2}\b.{0,200}$/iu,
]

/** Whether a sentence says nothing of a medicine: it sends the reader to another place, or is what all leaflets say of themselves. */
export const isBoilerplate = (sentence: string): boolean => {
  const said = sentence.replace(/^\s*(?:[-•*–]|\d{1,2}[.)])\s+/, '').trim()
  return said.length <= 400 && (reference.test(said) || ofThePaper.some((pattern) => pattern.test(said)))
}

/** A table whose columns are lost: "15 11.3 0.12 16 12.0 0.13 17 12.8". */
const figuresInARow = /(?:(?<!\S)\d[\d.,]{0,8}\s){6}/u

/** Whether a sentence lacks its end, what its references were put into ("For more instructions, .") or the columns of its figures. */
export const isBroken = (shown: string): boolean =>
  /[,(]\s{0,2}[.!?]?$/u.test(shown) || /^[\s.,;:)\]]*$/u.test(shown) || figuresInARow.test(shown)
