import { parseHTML } from 'linkedom'

/** The little of the DOM that reading needs (the project does not load the browser's types). */
interface DomNode {
  nodeType: number
  localName?: string
  parentNode: DomNode | null
  firstChild: DomNode | null
  nextSibling: DomNode | null
  textContent: string | null
}

export interface DomElement extends DomNode {
  localName: string
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement> & { length: number }
}

export interface DomDocument extends DomElement {
  body: DomElement | null
}

/** Parses without running anything; a fragment becomes the body of a document. */
export function parseHtml(html: string): DomDocument {
  const whole = /<(html|body)[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
  return parseHTML(whole).document as unknown as DomDocument
}

const elementNode = 1
const textNode = 3

/** Walks in document order without recursion, so that no depth can overflow the stack. */
export function walk(
  root: DomElement,
  visit: { enter(element: DomElement): 'skip' | 'enter'; leave(element: DomElement): void; text(text: string): void },
): void {
  let node: DomNode | null = root
  while (node) {
    if (node.nodeType === textNode) visit.text(node.textContent ?? '')
    else if (node.nodeType === elementNode && visit.enter(node as DomElement) === 'enter') {
      if (node.firstChild) {
        node = node.firstChild
        continue
      }
      visit.leave(node as DomElement)
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode
      if (node) visit.leave(node as DomElement)
    }
    if (!node || node === root) return
    node = node.nextSibling
  }
}
