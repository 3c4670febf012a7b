import { getDocumentProxy } from 'unpdf'
import { UnreadableSource } from './document.ts'

/** A piece of a line that a wide gap parts from the others. */
export interface PdfCell {
  x: number
  right: number
  text: string
  /** Where in the text each piece of it begins that the file places by itself, and where on the page. */
  starts: { at: number; x: number }[]
}

/** One line of print with how it looks; heights and places in points, from the page's lower left corner. */
export interface PdfLine {
  page: number
  text: string
  x: number
  right: number
  y: number
  height: number
  bold: boolean
  italic: boolean
  /** Where on the page, from 0 (its lower edge) to 1. */
  place: number
  /** What wide gaps part it into. */
  cells: PdfCell[]
}

const maxPages = 2000

interface Item {
  str: string
  transform: number[]
  width: number
  height: number
  fontName: string
}

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Proxy['getPage']>>

/** The lines of every page in the order of the file, and the title that the file gives itself. */
export async function pdfLines(bytes: Uint8Array): Promise<{ title: string | null; lines: PdfLine[] }> {
  const proxy = await open(bytes)
  try {
    if (proxy.numPages > maxPages) throw new UnreadableSource(`It has more than ${maxPages} pages. Split it.`)
    const fonts = new Map<string, string>()
    const lines: PdfLine[] = []
    for (let number = 1; number <= proxy.numPages; number++) {
      const page = await proxy.getPage(number)
      const items = (await page.getTextContent()).items.filter((item): item is Item & typeof item => 'str' in item)
      await learnFonts(page, items, fonts)
      lines.push(...linesOf(items, number, fonts, page.view[1] ?? 0, (page.view[3] ?? 800) - (page.view[1] ?? 0)))
      page.cleanup()
    }
    return { title: await titleOf(proxy), lines }
  } catch (error) {
    throw error instanceof UnreadableSource ? error : new UnreadableSource('The PDF is damaged: not all of its pages could be read.')
  } finally {
    await proxy.loadingTask.destroy().catch(() => {})
  }
}

async function open(bytes: Uint8Array): Promise<Proxy> {
  try {
    // A copy: pdf.js takes the buffer away. Images are not decoded and nothing is printed; this pdf.js never evaluates code.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, maxImageSize: 1, stopAtErrors: false })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableSource('The PDF is encrypted. Remove its password.')
    throw new UnreadableSource('The PDF is damaged or cut short. Get the file anew.')
  }
}

async function titleOf(proxy: Proxy): Promise<string | null> {
  const { info } = await proxy.getMetadata().catch(() => ({ info: {} }))
  const title = (info as { Title?: unknown }).Title
  return typeof title === 'string' && title.trim() !== '' ? title : null
}

/** Font names tell bold from regular; pdf.js knows them only after it has gone through a page that uses them. */
async function learnFonts(page: Page, items: Item[], fonts: Map<string, string>): Promise<void> {
  const unknown = [...new Set(items.map(({ fontName }) => fontName))].filter((name) => !fonts.has(name))
  if (unknown.length === 0) return
  await page.getOperatorList().catch(() => {})
  for (const id of unknown) {
    const name: unknown = page.commonObjs.has(id) ? (page.commonObjs.get(id) as { name?: unknown } | null)?.name : undefined
    fonts.set(id, typeof name === 'string' ? name : '')
  }
}

function linesOf(items: Item[], page: number, fonts: Map<string, string>, bottom: number, pageHeight: number): PdfLine[] {
  const lines: (PdfLine & { boldLetters: number; italicLetters: number })[] = []
  for (const item of items) {
    const [, , , , x = 0, y = 0] = item.transform
    const line = lines.at(-1)
    const letters = item.str.replace(/\s/g, '').length
    const sameLine =
      line !== undefined && Math.abs(line.y - y) < Math.max(line.height, item.height) * 0.6 && x > line.right - line.height * 2
    if (!sameLine) {
      if (letters === 0) continue
      const place = (y - bottom) / pageHeight
      lines.push({
        page,
        text: '',
        x,
        right: x,
        y,
        height: item.height,
        bold: false,
        italic: false,
        place,
        cells: [],
        boldLetters: 0,
        italicLetters: 0,
      })
    }
    const current = lines.at(-1)
    if (!current) continue
    const gap = x - current.right
    if (letters > 0 && (current.cells.length === 0 || gap > current.height * 2)) current.cells.push({ x, right: x, text: '', starts: [] })
    if (letters > 0 && current.text.trim() !== '') {
      const isNumber = /^[\d.]+\s*$|^[•●▪◦o→\uf0b7·–−‒—-]\s*$/u.test(current.text)
      if (gap > current.height * 2 && !isNumber) current.text = `${current.text.trimEnd()} | `
      else if (gap > current.height * 0.2 && !/\s$/.test(current.text) && !/^\s/.test(item.str)) current.text += ' '
    }
    const cell = current.cells.at(-1)
    if (cell && cell.text !== '' && gap > current.height * 0.2 && !/\s$/.test(cell.text) && !/^\s/.test(item.str)) cell.text += ' '
    const raised = y - current.y > current.height * 0.2 && item.height < current.height * 0.85
    const power = raised && /\d$/.test(current.text) && /^[-−]?\d+$/.test(item.str) ? '^' : ''
    current.text += power + item.str
    if (cell && letters > 0) cell.starts.push({ at: cell.text.length, x })
    if (cell) cell.text += power + item.str
    if (letters === 0) continue
    current.right = x + item.width
    if (cell) cell.right = current.right
    current.height = Math.max(current.height, item.height)
    const font = fonts.get(item.fontName) ?? ''
    if (/bold|black|heavy|demi/i.test(font)) current.boldLetters += letters
    if (/italic|oblique/i.test(font)) current.italicLetters += letters
  }
  return lines.map(({ boldLetters, italicLetters, ...line }) => {
    const letters = line.text.replace(/[\s|]/g, '').length
    return { ...line, bold: boldLetters >= letters * 0.9, italic: italicLetters >= letters * 0.9 }
  })
}
