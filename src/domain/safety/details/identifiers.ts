// Lot numbers and National Drug Codes. Each repetition is bounded, so a text is read in linear time.

interface Identifier {
  value: string
  start: number
  end: number
}

const lot =
  /(?<![\p{L}\d])(?:lot|batch|lote)(?:[ ](?:number|num|no|nr|code|id))?(?:[ ](?:on|off|from)(?:[ ]\p{L}{1,12}){1,3}?)?[ .:#]{0,3}(?:(?:is|was|says|said|reads|es)[ :]{1,2})?#?((?=[\p{L}-]{0,19}\d)(?:[\p{L}\d]-?){2,20}|(?=(?:[\p{L}\d][ -]){0,19}\d)[\p{L}\d](?:[ -][\p{L}\d]){2,19})(?![\p{L}\d-])/giu
const ndc = /(?<![\d-])(?:\d{4}-\d{4}-\d{2}|\d{5}-\d{3}-\d{2}|\d{5}-\d{4}-\d{1,2})(?![\d-])|(?<=\bndc[ :#.a-z]{1,16})\d{10,11}(?!\d)/giu

/** "Lot A1234", "batch number is k 2 3 4 b": with a figure in it, which "a lot of" has not. */
export const lotNumbersIn = (text: string): Identifier[] =>
  [...text.matchAll(lot)].flatMap(({ 0: words, 1: said = '', index }) => {
    const value = said.replaceAll(' ', '').toUpperCase()
    if (value.length < 3) return []
    const end = index + words.length
    return [{ value, start: end - said.length, end }]
  })

/** A code as it is printed, in three parts, or its 10 or 11 digits behind "NDC" (21 CFR 207.33). */
export const ndcCodesIn = (text: string): Identifier[] =>
  [...text.matchAll(ndc)].map(({ 0: value, index }) => ({ value, start: index, end: index + value.length }))
