import { render } from 'preact'
import { createBrowserStorage } from './browser-storage.ts'
import { type Conversation, createConversation } from './conversation.ts'
import { Frame, type Handle } from './frame.tsx'
import { createPageApi, type HappeningName } from './page-api.ts'
import { createServiceClient } from './service-client.ts'
import { colourText, styleSheet, styleText } from './style.ts'
import { Around } from './surroundings.ts'
import { textsFor } from './texts.ts'

// docs/widget.md says how a page uses it.

const script = document.currentScript as HTMLScriptElement | null

/** Where the service is: the script's address without `/widget.js` or `/widget/<hash>/widget.js`. */
const home = (script?.src ?? location.origin).replace(/\/(?:widget\/[0-9a-f]+\/)?widget\.js(?:[?#].*)?$/, '')

const rightToLeft = /^(?:ar|fa|he|ur|ps|yi|dv)\b/i

class CareOutreach extends HTMLElement {
  #conversation: Conversation | undefined
  #handle: Handle | undefined

  connectedCallback() {
    const key = this.getAttribute('key')
    if (!key) return console.error('Care Outreach: the widget has no key (data-key).')
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const isInline = this.getAttribute('mode') === 'inline'
    const wanted = this.getAttribute('lang') || document.documentElement.lang || navigator.language
    const { lang, texts } = textsFor([wanted, ...navigator.languages])
    const frame = document.createElement('div')
    frame.lang = lang
    frame.dir = this.getAttribute('dir') || (rightToLeft.test(wanted) ? 'rtl' : document.documentElement.dir || 'ltr')
    const live = document.createElement('p')
    live.className = 'hidden'
    live.setAttribute('aria-live', 'polite')
    root.replaceChildren(frame, live)

    const storage = createBrowserStorage(key, this.getAttribute('remember'))
    const client = createServiceClient((this.getAttribute('service') ?? home).replace(/\/$/, ''), key)
    const conversation = createConversation({ client, storage, key, tell: (name, detail) => this.#tell(name, detail) })
    this.#conversation = conversation
    const colours = styleSheet('')
    root.adoptedStyleSheets = [styleSheet(styleText), colours]
    const paint = () => colours.replaceSync(colourText(this.getAttribute('color') ?? conversation.state().appearance?.primaryColor))
    paint()
    conversation.listen(paint)
    const announce = (text: string) => {
      // The same words again are read again.
      live.textContent = live.textContent === text ? `${text}\u00a0` : text
    }
    render(
      <Around value={{ texts, client, conversation, announce }}>
        <Frame
          isInline={isInline}
          isOpen={storage.wasOpen()}
          onHandle={(handle) => {
            this.#handle = handle
          }}
          onToggle={(isOpen) => {
            storage.setOpen(isOpen)
            this.#tell(isOpen ? 'open' : 'close', {})
          }}
        />
      </Around>,
      frame,
    )
  }

  disconnectedCallback() {
    this.#conversation?.end()
    const frame = this.shadowRoot?.firstElementChild
    if (frame) render(null, frame)
  }

  open() {
    this.#handle?.open()
  }

  close() {
    this.#handle?.close()
  }

  async ask(text: string): Promise<boolean> {
    this.open()
    return (await this.#conversation?.ask(text)) ?? false
  }

  #tell(name: HappeningName, detail: object) {
    this.dispatchEvent(new CustomEvent(`care-outreach:${name}`, { detail, bubbles: true }))
  }
}

/** The element that a script tag stands for. */
function elementFor({ dataset }: HTMLScriptElement): HTMLElement {
  const element = document.createElement('care-outreach')
  for (const name of ['key', 'mode', 'lang', 'dir', 'theme', 'color', 'remember', 'service']) {
    const value = dataset[name]
    if (value) element.setAttribute(name, value)
  }
  return element
}

function place(tag: HTMLScriptElement): void {
  const element = elementFor(tag)
  if (tag.dataset.mode === 'inline' && document.body.contains(tag)) tag.after(element)
  else document.body.append(element)
}

if (!customElements.get('care-outreach')) {
  customElements.define('care-outreach', CareOutreach)
  Object.assign(window, { CareOutreach: createPageApi(() => document.querySelector<CareOutreach>('care-outreach')) })
  if (script?.dataset.key) {
    const start = () => {
      place(script)
      document.dispatchEvent(new CustomEvent('care-outreach:ready'))
    }
    if (document.body) start()
    else document.addEventListener('DOMContentLoaded', start)
  } else document.dispatchEvent(new CustomEvent('care-outreach:ready'))
}
