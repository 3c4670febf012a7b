import { type Entry, entriesOf, type HistoryMessage } from './entries.ts'
import { operations } from './operations.ts'
import type { ServiceClient } from './service-client.ts'

interface ChatPerson {
  name: string | null
  messages: HistoryMessage[]
}

/** How long a connection that ended is left alone, and how long is listened while nobody is there, in milliseconds. */
const restMs = 5_000
const idleMs = 15 * 60_000

/** Hears of the person of the staff who answers in a conversation, and of what they write there; one conversation at a time. */
export function createPersonListener(client: ServiceClient, onPerson: (person: ChatPerson) => void) {
  let listened: { sessionToken: string; leaving: AbortController } | undefined
  let isOver = false

  async function listen(sessionToken: string, { signal }: AbortController): Promise<void> {
    let until = Date.now() + idleMs
    const idle = setInterval(() => {
      if (Date.now() > until) leave()
    }, restMs)
    while (!signal.aborted && Date.now() < until) {
      try {
        for await (const event of client.listen<ChatPerson>(operations.person, { sessionToken }, signal)) {
          until = event.name === null ? Math.min(until, Date.now() + idleMs) : Number.POSITIVE_INFINITY
          onPerson(event)
        }
      } catch {
        // The connection ended, or the conversation is over.
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    clearInterval(idle)
    if (listened?.leaving.signal === signal) listened = undefined
  }

  const leave = () => {
    listened?.leaving.abort()
    listened = undefined
  }

  return {
    /** Begins to listen, unless it does so already. */
    to(sessionToken: string): void {
      if (isOver || listened?.sessionToken === sessionToken) return
      leave()
      listened = { sessionToken, leaving: new AbortController() }
      void listen(sessionToken, listened.leaving)
    },
    end() {
      isOver = true
      leave()
    },
  }
}

/** The entries with a person's messages, each once: one that answers the visitor's comes as an answer, too. */
export function withMessages(entries: readonly Entry[], messages: readonly HistoryMessage[]): Entry[] {
  const known = new Map(entries.map((entry) => [entry.messageId, entry]))
  const fresh = entriesOf(messages.filter(({ id }) => !known.has(id)))
  const persons = new Map(messages.map(({ id, person }) => [id, person]))
  return [...entries.map((entry) => withPerson(entry, persons)), ...fresh]
}

function withPerson(entry: Entry, persons: ReadonlyMap<number, string | null | undefined>): Entry {
  const person = entry.messageId === undefined ? undefined : persons.get(entry.messageId)
  return person && !entry.person ? { ...entry, person } : entry
}
