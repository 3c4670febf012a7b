import { answerEvents } from './answer-events.ts'
import type { Appearance, BrowserStorage, PendingQuestion } from './browser-storage.ts'
import { answerFor, type Entry, entriesOf, type HistoryMessage, questionOf, withoutAnswer } from './entries.ts'
import { operations } from './operations.ts'
import { createPersonListener, withMessages } from './person.ts'
import { RequestError, type ServiceClient } from './service-client.ts'

export interface ConversationState {
  phase: 'new' | 'starting' | 'ready' | 'failed'
  appearance: Appearance | undefined
  entries: readonly Entry[]
  /** Why it could not start. */
  problem: RequestError | undefined
  /** Whether an earlier conversation was over and this is a fresh one. */
  isFresh: boolean
  /** The person of the staff who answers; null: the service does. */
  person: string | null
}

/** What pages may hear of. Never what a visitor wrote or read. */
type Activity = 'message' | 'answer' | 'callback' | 'feedback' | 'error'

interface Setting {
  client: ServiceClient
  storage: BrowserStorage
  key: string
  tell(happening: Activity, detail: object): void
}

/** An answer of the service has begun by then, in milliseconds. */
const slowMs = 4_000

/** A visitor's conversation: what was said, and what can be done. One answer is under way at a time. */
export function createConversation({ client, storage, key, tell }: Setting) {
  let state: ConversationState = {
    phase: 'new',
    appearance: storage.stored().appearance,
    entries: [],
    problem: undefined,
    isFresh: false,
    person: null,
  }
  const listeners = new Set<(state: ConversationState) => void>()
  const set = (change: Partial<ConversationState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener(state)
  }
  const change = (id: string, changed: Partial<Entry>) =>
    set({ entries: state.entries.map((entry) => (entry.id === id ? { ...entry, ...changed } : entry)) })

  // Tabs of one conversation tell each other that it has gone on.
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(`care-outreach:${key}`) : undefined
  let isBehind = false
  if (tabs) {
    tabs.onmessage = ({ data }) => {
      if (data !== storage.stored().sessionToken || state.phase !== 'ready') return
      if (leaving) isBehind = true
      else void catchUp()
    }
  }

  const personListener = createPersonListener(client, ({ name, messages }) =>
    set({ person: name, entries: withMessages(state.entries, messages) }),
  )
  /** A person may come where one was asked for, and be there where one has written. */
  const listenForPerson = (mayBe: boolean) => {
    const { sessionToken } = storage.stored()
    if (sessionToken && mayBe) personListener.to(sessionToken)
  }
  const isAfterPerson = (entries: readonly Entry[]) => entries.some(({ offersCallback, person }) => offersCallback || person)

  let leaving: AbortController | undefined
  let isOver = false
  let starting: Promise<void> | undefined

  async function begin(isFresh: boolean): Promise<void> {
    const { session } = await client.ask<{ session: Appearance & { sessionToken: string } }>(operations.session, { pageUrl: pageUrl() })
    const { sessionToken, ...appearance } = session
    storage.store({ sessionToken, appearance })
    set({ appearance, isFresh })
  }

  async function history(): Promise<Entry[]> {
    const { sessionToken } = storage.stored()
    const { history } = await client.ask<{ history: { messages: HistoryMessage[] } }>(operations.history, { sessionToken })
    const entries = entriesOf(history.messages)
    listenForPerson(isAfterPerson(entries))
    return entries
  }

  async function goOn(): Promise<void> {
    const { sessionToken } = storage.stored()
    if (sessionToken === undefined) return begin(false)
    try {
      set({ entries: await history() })
    } catch (error) {
      if (codeOf(error) !== 'NOT_FOUND') throw error
      storage.setPending(undefined)
      // Another tab may have begun a fresh one meanwhile.
      if (storage.stored().sessionToken !== sessionToken) return goOn()
      await begin(true)
    }
  }

  async function start(): Promise<void> {
    if (state.phase === 'ready') return
    set({ phase: 'starting', problem: undefined })
    try {
      await goOn()
      set({ phase: 'ready' })
      const pending = storage.pending()
      if (pending) resume(pending)
    } catch (error) {
      const problem = asProblem(error)
      set({ phase: 'failed', problem })
      tell('error', { code: problem.code })
    }
  }

  async function catchUp(): Promise<void> {
    isBehind = false
    try {
      const entries = await history()
      if (leaving) return
      // What failed or was stopped here is only here.
      const last = state.entries.at(-1)
      const own = last?.pending && last.state !== 'done' ? state.entries.slice(-2) : []
      const isTold = own[0] !== undefined && entries.at(-1)?.role === 'user' && entries.at(-1)?.text === own[0].text
      set({ entries: [...entries, ...(isTold ? own.slice(1) : own)] })
    } catch {
      // The next question finds out what is wrong.
    }
  }

  /** Goes on with the question that was under way before a reload. */
  function resume(pending: PendingQuestion): void {
    const { entries, isAsked } = withoutAnswer(state.entries, pending)
    const answer = answerFor(pending)
    set({ entries: [...entries, ...(isAsked ? [] : [questionOf(pending.message)]), answer] })
    void run(answer.id, pending)
  }

  async function run(id: string, pending: PendingQuestion): Promise<void> {
    leaving = new AbortController()
    const { signal } = leaving
    storage.setPending(pending)
    change(id, { state: 'waiting', text: '', problem: undefined, resources: [], pending })
    // What takes so long may wait for a person.
    const patience = setTimeout(() => listenForPerson(true), slowMs)
    try {
      await read(id, pending, signal)
    } catch (error) {
      if (signal.aborted) change(id, { state: 'stopped' })
      else {
        const problem = asProblem(error)
        change(id, { state: 'failed', problem })
        tell('error', { code: problem.code })
      }
    }
    clearTimeout(patience)
    // The page took the widget away, or elsewhere: the next one goes on with the question.
    if (isOver) return
    storage.setPending(undefined)
    leaving = undefined
    set({})
    tabs?.postMessage(pending.sessionToken)
    if (isBehind) await catchUp()
  }

  async function read(id: string, pending: PendingQuestion, signal: AbortSignal): Promise<void> {
    let text = ''
    try {
      for await (const event of answerEvents(client, pending, signal)) {
        if (signal.aborted) break
        if (event.kind === 'Lost') change(id, { state: 'reconnecting' })
        else if (event.kind === 'ChatResources') {
          text = ''
          pending.messageId = event.messageId
          storage.setPending(pending)
          // A person's answer may have come before it is known to be one.
          const { messageId, resources } = event
          const early = state.entries.find((entry) => entry.messageId === messageId && entry.id !== id)
          set({ entries: state.entries.filter((entry) => entry !== early) })
          change(id, { resources, messageId, person: early?.person ?? null })
        } else if (event.kind === 'ChatToken') {
          text += event.token
          change(id, { text, state: 'streaming' })
        } else if (event.kind === 'ChatDone') {
          const { messageId, tier, queryType, offersCallback, byPerson } = event
          change(id, { state: 'done', messageId, tier, queryType, offersCallback })
          tell('answer', { messageId, tier, queryType })
          listenForPerson(byPerson || offersCallback)
          return
        }
      }
      if (signal.aborted) change(id, { state: 'stopped' })
    } catch (error) {
      if (codeOf(error) !== 'NOT_FOUND' || signal.aborted) throw error
      await begin(true)
      Object.assign(pending, { sessionToken: storage.stored().sessionToken, requestKey: randomKey(), messageId: undefined })
      storage.setPending(pending)
      await read(id, pending, signal)
    }
  }

  return {
    state: () => state,
    listen(listener: (state: ConversationState) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isBusy: () => leaving !== undefined,
    /** Loads the conversation, or begins one. */
    start: () => {
      starting ??= start().finally(() => {
        starting = undefined
      })
      return starting
    },
    /** @returns whether the message was taken: not while another is being answered */
    async ask(text: string): Promise<boolean> {
      const message = text.trim()
      if (message === '' || leaving) return false
      await this.start()
      const { sessionToken } = storage.stored()
      if (state.phase !== 'ready' || leaving) return false
      const pending = { message, requestKey: randomKey(), pageUrl: pageUrl(), sessionToken: sessionToken ?? '' }
      const answer = answerFor(pending)
      set({ entries: [...state.entries, questionOf(message), answer] })
      tell('message', {})
      void run(answer.id, pending)
      return true
    },
    stop: () => leaving?.abort(),
    /** Asks for an answer again that failed or was stopped; by its request key it is the same question. */
    retry(entry: Entry) {
      if (!leaving && entry.pending) void run(entry.id, entry.pending)
    },
    /** @returns what whoever commented needs to read first, if anything */
    async rate(entry: Entry, helpful: boolean, comment?: string): Promise<string | null> {
      const { sessionToken } = storage.stored()
      const rating = { sessionToken, messageId: entry.messageId, helpful, comment: comment || null }
      const { rated } = await client.ask<{ rated: { safetyMessage: string | null } }>(operations.rate, rating)
      change(entry.id, { rating: helpful })
      tell('feedback', { messageId: entry.messageId, helpful })
      return rated.safetyMessage
    },
    /** @throws RequestError */
    async askForCallback(wish: { phoneNumber: string; preferredTime: string; consent: string }) {
      await client.ask(operations.callback, { ...wish, sessionToken: storage.stored().sessionToken })
      tell('callback', {})
    },
    end() {
      isOver = true
      leaving?.abort()
      personListener.end()
      tabs?.close()
    },
  }
}

export type Conversation = ReturnType<typeof createConversation>

const codeOf = (error: unknown) => (error instanceof RequestError ? error.code : undefined)
const asProblem = (error: unknown) => (error instanceof RequestError ? error : new RequestError('UNAVAILABLE', ''))

/** Without query and fragment, which may hold what a person typed. */
const pageUrl = () => location.origin + location.pathname

/** Hard to guess, as request keys of a widget have to be. `randomUUID` is for https only. */
const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
