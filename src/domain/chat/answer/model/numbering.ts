import type { FigureReading } from './figures.ts'

/** "Two ways", "three main steps": numbers before these count parts of the answer, not doses. */
const countedNouns = new Set(
  'ways things steps options reasons points parts kinds types rules places questions main key important simple formas maneras cosas pasos opciones razones puntos partes tipos reglas lugares preguntas principales'.split(
    ' ',
  ),
)
/** "The two", "estos tres": numbers after these point back to things already mentioned. */
const determiners = new Set('the these those los las estos estas esos esas'.split(' '))
/** After these, Spanish "ten" means "have", not 10: "ten cuidado". */
const afterSpanishTen = new Set('cuidado en presente siempre el la los las tu tus listo lista listos todo'.split(' '))
const stepWords = new Set(['step', 'paso'])

/**
 * Keeps track of list numbering. The returned function says whether a figure only structures the answer: "1." or "2)" at the
 * start of a line and "step 3", as long as they count up from 1; "two ways"; "the two".
 */
export function numbering() {
  let last = 0
  return (text: string, at: number, before: string, { figures, end }: FigureReading): boolean => {
    const [figure] = figures
    if (!figure || figures.length > 1 || figure.unit !== undefined) return false
    const value = Number(figure.value)
    if (!/^\d+$/.test(text.slice(at, end))) {
      const next = /^\s+(\p{L}+)/u.exec(text.slice(end))?.[1] ?? ''
      if (text.slice(at, end) === 'ten' && afterSpanishTen.has(next)) return true
      return value <= 5 && (countedNouns.has(next) || (value <= 3 && determiners.has(before)))
    }
    const startsLine = /\n[ >#(]*$/.test(text.slice(0, at)) && /^[.)]\s/.test(text.slice(end))
    const counts = (startsLine || stepWords.has(before)) && (value === 1 || value === last + 1)
    if (counts) last = value
    return counts
  }
}
