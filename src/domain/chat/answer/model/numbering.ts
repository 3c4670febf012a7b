import type { FigureReading } from './figures.ts'

/** "Two ways", "three main steps": these count what is told, not what is taken. */
const told = new Set(
  'ways things steps options reasons points parts kinds types rules places questions main key important simple formas maneras cosas pasos opciones razones puntos partes tipos reglas lugares preguntas principales'.split(
    ' ',
  ),
)
/** "The two", "estos tres": those that were spoken of. */
const pointing = new Set('the these those los las estos estas esos esas'.split(' '))
/** Spanish "ten" is "have": "ten cuidado". */
const have = new Set('cuidado en presente siempre el la los las tu tus listo lista listos todo'.split(' '))
const stepWords = new Set(['step', 'paso'])

/**
 * Remembers how far a list is numbered. The function tells whether a figure only counts what is told: "1." and "2)" at the
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
      if (text.slice(at, end) === 'ten' && have.has(next)) return true
      return value <= 5 && (told.has(next) || (value <= 3 && pointing.has(before)))
    }
    const startsLine = /\n[ >#(]*$/.test(text.slice(0, at)) && /^[.)]\s/.test(text.slice(end))
    const counts = (startsLine || stepWords.has(before)) && (value === 1 || value === last + 1)
    if (counts) last = value
    return counts
  }
}
