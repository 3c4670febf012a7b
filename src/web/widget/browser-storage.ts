/** How the client wants its chat to look and begin. */
export interface Appearance {
  clientName: string
  welcomeMessage: string
  placeholderText: string
  primaryColor: string
  /** What a visitor agrees to who asks to be called back; null where no callbacks are offered. */
  callbackConsent?: string | null
}

/** A question whose answer this tab is waiting for: enough to go on after a reload without asking twice. */
export interface PendingQuestion {
  message: string
  requestKey: string
  pageUrl: string
  sessionToken: string
  messageId?: number
}

export interface StoredVisit {
  sessionToken?: string
  appearance?: Appearance
}

/**
 * What the browser keeps for a key: the token of the conversation, the client's colours and texts, whether the chat is open, and the
 * question under way. All of it ends with the tab, unless the page says `data-remember="device"`: then token and appearance stay.
 */
export function createBrowserStorage(key: string, remember: string | null) {
  const name = `care-outreach:${key}`
  const lasting = remember === 'device' ? () => localStorage : () => sessionStorage
  const tab = () => sessionStorage
  /** Where storage is off or full, what it would hold lives as long as the page. */
  const kept = new Map<string, unknown>()
  const read = <Value>(area: () => Storage, part: string): Value | undefined => {
    if (kept.has(part)) return kept.get(part) as Value
    try {
      return JSON.parse(area().getItem(name + part) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  const write = (area: () => Storage, part: string, value: unknown) => {
    try {
      if (value === undefined) area().removeItem(name + part)
      else area().setItem(name + part, JSON.stringify(value))
      kept.delete(part)
    } catch {
      kept.set(part, value)
    }
  }
  return {
    stored: () => read<StoredVisit>(lasting, '') ?? {},
    store: (stored: StoredVisit) => write(lasting, '', stored),
    pending: () => read<PendingQuestion>(tab, ':pending'),
    setPending: (pending: PendingQuestion | undefined) => write(tab, ':pending', pending),
    wasOpen: () => read<boolean>(tab, ':open') === true,
    setOpen: (isOpen: boolean) => write(tab, ':open', isOpen || undefined),
  }
}

export type BrowserStorage = ReturnType<typeof createBrowserStorage>
