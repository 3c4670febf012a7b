import { Readability } from '@mozilla/readability'
import { type DomDocument, type DomElement, parseHtml, walk } from './dom.ts'

/** Never text to read. */
const dropped = new Set(
  'script style noscript template svg math iframe object embed canvas audio video map select button input textarea dialog head title nav aside footer form'.split(
    ' ',
  ),
)
const furnitureRole = /^(navigation|banner|contentinfo|search|complementary|dialog|alertdialog|menu|menubar)$/
const furnitureName =
  /(^|[\s_-])(cookies?|onetrust|gdpr|breadcrumbs?|skip-link|skip-to-content|newsletter|social-share|share-buttons)([\s_-]|$)/i

/** Furniture of a page (menus, banners, forms) and what is hidden from the reader. */
export function isFurniture(element: DomElement): boolean {
  const name = element.localName
  if (dropped.has(name)) return true
  if (name === 'header') return !element.querySelector('h1') || Boolean(element.querySelector('nav'))
  if (name === 'body' || name === 'html' || name === 'main') return false
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true
  if (furnitureRole.test(element.getAttribute('role') ?? '')) return true
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '')) return true
  return furnitureName.test(`${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`)
}

/** Where the text of the page is: its main element, all of it if it has no furniture, else what Readability finds. */
export function mainContent(document: DomDocument, html: string): DomElement | null {
  const marked = document.querySelector('main') ?? document.querySelector('[role=main]') ?? onlyArticle(document)
  if (marked && visibleLength(marked) > 0) return marked
  const { body } = document
  if (!body || !document.querySelector('nav, header, footer, aside, form, [role=navigation], [role=banner]')) return body
  const whole = visibleLength(body)
  const found = whole < maxForReadability ? readable(html) : null
  // Readability looks for one article: where it finds little of the page, it found the wrong thing.
  return found && visibleLength(found) > whole / 4 ? found : body
}

/** Readability scores every element many times over: a page this long is a document. */
const maxForReadability = 1_000_000

function onlyArticle(document: DomDocument): DomElement | null {
  const articles = document.querySelectorAll('article')
  return articles.length === 1 ? document.querySelector('article') : null
}

function readable(html: string): DomElement | null {
  // It changes the document that it reads: it gets one of its own.
  const found = new Readability(parseHtml(html) as never).parse()
  return found?.content ? parseHtml(found.content).body : null
}

function visibleLength(root: DomElement): number {
  let length = 0
  walk(root, {
    enter: (element) => (element !== root && isFurniture(element) ? 'skip' : 'enter'),
    leave: () => {},
    text: (text) => {
      length += text.trim().length
    },
  })
  return length
}
