import { plainLine } from './plain-text.ts'

const numbering = /^\s*(?:(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.|[ivx]{1,4}[.)])\s+)(?=\S)/
/** Read as words they would be wrong. */
const keptCapitals = new Set(
  'HIV AIDS FDA EU UK US USA IV IM SC DNA RNA MRI CT HCV HBV COVID-19 TNF LDL NSAID NSAIDS EMA BMI ECG NDC QT UV II III VI VII VIII IX IQ PML TMA NMOSD'.split(
    ' ',
  ),
)

/** Letters of a heading that are kept. */
const longest = 200

/** A heading as it is shown: without its number, not in capitals. `title` tells how the product's name is spelt. */
export function readableHeading(heading: string, title: string): string {
  const bare = plainLine(heading)
    .replace(numbering, '')
    .replace(/[\s:.·–—-]+$/, '')
    .trim()
  const letters = bare.replace(/[^\p{L}]/gu, '')
  if (letters.length < 4 || letters !== letters.toUpperCase()) return bare.slice(0, longest)
  const spelling = new Map(
    (title.match(/[\p{L}\d-]{3,}/gu) ?? []).filter((word) => /\p{Ll}/u.test(word)).map((word) => [word.toUpperCase(), word]),
  )
  const lower = bare.replace(/[\p{L}\d][\p{L}\d'’-]*/gu, (word) => {
    if (word === 'I' || keptCapitals.has(word)) return word
    return spelling.get(word) ?? word.toLowerCase().replace(/^(\p{L})-/u, (_, letter: string) => `${letter.toUpperCase()}-`)
  })
  return (lower.charAt(0).toUpperCase() + lower.slice(1)).slice(0, longest)
}

/** Headings that mean something only under the one above them. */
const vague =
  /^(general|adults?|children|adolescents?|(adults?|children|infants|adolescents?)( and|,| or|\/).*|paediatrics?|pediatrics?|paediatric population|pediatric (patients|use|population)|elderly( patients)?|older people|other|others|notes?|important|important information|overview|introduction|summary|information|description|method|instructions|step \d+|women|men|females?|males?|adultos|niños( y adolescentes)?|crianças e adolescentes|børn og unge|voksne|monitoring|recommendations?|common|uncommon|rare|very common|very rare|not known|frecuentes|poco frecuentes|raras|frequentes|almindelige|ikke almindelige|administration|preparation|use|contents|(very )?(un)?common( side effects)?.{0,60}|(initial|maintenance|induction|follow[- ]?up|loading|subcutaneous|intravenous|oral|adult|paediatric|pediatric)\b.{0,100}\b(dos(e|age|ing)|treatment|regimen|patients)|treatment of relapse|risk summary|data|clinical considerations|human data|animal data)$/i

/** The headings over a text, nearest first, as one: the nearest, after its parent where alone it says nothing. */
export function headingLine(nearestFirst: string[], title: string): string | null {
  const [own, parent] = nearestFirst.map((heading) => readableHeading(heading, title)).filter((heading) => heading !== '')
  if (own === undefined) return null
  if (parent === undefined || !vague.test(own) || parent.toLowerCase().includes(own.toLowerCase())) return own
  const room = longest - own.length - 2
  const above = parent.length <= room ? parent : parent.slice(0, Math.max(0, parent.lastIndexOf(' ', room)))
  return above === '' ? own : `${above}: ${own}`
}

const droppedHeading =
  /^(what is in this leaflet|in this leaflet|table of contents|(full prescribing information: )?contents\*?|contenido del prospecto|contenido|índice|o que contém este folheto|oversigt over indlægssedlen|labelling|etiquetado|particulars to appear on.*|minimum particulars to appear.*|información que debe figurar en.*|información mínima que debe.*|references|related (links|articles)|share this( page)?)$/i

/** Tables of contents, and the texts of boxes and blisters that EMA documents hold beside the leaflet. */
export function isDroppedHeading(heading: string): boolean {
  return droppedHeading.test(
    plainLine(heading)
      .replace(numbering, '')
      .replace(/[\s:.]+$/, ''),
  )
}
