/** What pages hear of: `message` a question was sent, `answer` one was answered, and so on. None of it holds what a visitor wrote or read. */
const happenings = ['message', 'answer', 'open', 'close', 'callback', 'feedback', 'error'] as const
export type HappeningName = (typeof happenings)[number]

/** `window.CareOutreach` */
export interface PageApi {
  open(): void
  close(): void
  /** Opens the chat and asks. */
  ask(text: string): Promise<boolean>
  /** @returns what ends the listening */
  on(name: HappeningName, listener: (detail: unknown) => void): () => void
}

interface Element extends HTMLElement {
  open(): void
  close(): void
  ask(text: string): Promise<boolean>
}

/** The API over the first widget of the page. */
export function createPageApi(element: () => Element | null): PageApi {
  return {
    open: () => element()?.open(),
    close: () => element()?.close(),
    ask: async (text) => (await element()?.ask(text)) ?? false,
    on(name, listener) {
      if (!happenings.includes(name)) throw new Error(`CareOutreach has no event of this name. It has: ${happenings.join(', ')}`)
      const hear = (event: Event) => listener((event as CustomEvent).detail)
      document.addEventListener(`care-outreach:${name}`, hear)
      return () => document.removeEventListener(`care-outreach:${name}`, hear)
    },
  }
}
