import type { ComponentProps, Ref } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { phonesIn } from '../answer-text.ts'
import { Composer } from './composer.tsx'
import type { Entry } from './entries.ts'
import { EntryView, spokenAnswer } from './entry-view.tsx'
import { RichText } from './rich-text.tsx'
import { SearchResults, useSearch } from './search-results.tsx'
import { useConversation, useSurroundings } from './surroundings.ts'
import { ownOr, problemText } from './texts.ts'

interface PanelProps {
  input: Ref<HTMLInputElement>
  draft: Pick<ComponentProps<typeof Composer>, 'text' | 'setText'>
  /** Absent where the panel is part of the page. */
  onClose?: (() => void) | undefined
}

/** The whole of the widget but its launcher: header, conversation or search results, and the line to type in. */
export function Panel({ input, draft, onClose }: PanelProps) {
  const { texts, conversation } = useSurroundings()
  const { appearance, phase, entries } = useConversation(conversation)
  const [mode, setMode] = useState<'ask' | 'search'>('ask')
  const { search, look } = useSearch()
  const log = useRef<HTMLElement>(null)
  useFollowedEnd(log, entries, mode)
  useAnnouncedAnswer()
  return (
    <>
      {/* No header: on a page it would count as a second banner. */}
      <div class="head">
        <h2 id="title">{appearance?.clientName ?? texts.title}</h2>
        <fieldset class="modes">
          <legend class="hidden">{texts.modes}</legend>
          {(['ask', 'search'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={mode === one} onClick={() => setMode(one)}>
              {texts[one]}
            </button>
          ))}
        </fieldset>
        {onClose && (
          <button type="button" class="close" aria-label={texts.close} onClick={onClose}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard (WCAG 2.1.1). */}
      <section class="log" ref={log} tabIndex={0} aria-label={mode === 'ask' ? texts.conversation : texts.results}>
        {/* What is half filled in there stays while one searches. */}
        <div hidden={mode !== 'ask'}>
          <Talk />
        </div>
        {mode === 'search' && <SearchResults search={search} />}
      </section>
      <Composer
        {...draft}
        input={input}
        mode={mode}
        placeholder={mode === 'ask' ? ownOr(texts, appearance?.placeholderText || undefined, 'placeholder') : texts.searchFor}
        isBusy={phase === 'ready' && conversation.isBusy()}
        onSubmit={(text) => (mode === 'ask' ? conversation.ask(text) : look(text))}
      />
      <p class="disclaimer">
        <RichText text={texts.disclaimer} base="" newTab="" emergencyLines />
      </p>
    </>
  )
}

function Talk() {
  const { texts, conversation, client } = useSurroundings()
  const { appearance, entries, phase, problem, isFresh } = useConversation(conversation)
  if (phase === 'failed') {
    const urgent = phonesIn(problem?.message ?? '').length > 0 ? problem?.message : undefined
    return (
      <div class="entry assistant failed">
        <p>{problemText(texts, problem?.code ?? '')}</p>
        {urgent && <RichText text={urgent} base={client.base} newTab={texts.newTab} emergencyLines />}
        <button type="button" class="quiet" onClick={() => void conversation.start()}>
          {texts.tryAgain}
        </button>
      </div>
    )
  }
  if (!appearance) return <p class="note busy">{texts.starting}</p>
  return (
    <ol>
      {appearance.welcomeMessage && (
        <li class="entry assistant welcome">
          <RichText text={ownOr(texts, appearance.welcomeMessage, 'welcome')} base={client.base} newTab={texts.newTab} emergencyLines />
        </li>
      )}
      {entries.map((entry) => (
        <EntryView key={entry.id} entry={entry} />
      ))}
      {isFresh && <li class="note">{texts.freshSession}</li>}
    </ol>
  )
}

/**
 * Keeps the newest in sight, until its question is at the top: a long answer is read from its beginning. Of a long question only the end
 * stays, so that an answer that must not wait is seen. Whoever scrolls up is left there.
 */
function useFollowedEnd(log: { current: HTMLElement | null }, entries: readonly Entry[], mode: string): void {
  const isFollowing = useRef(true)
  const count = entries.length
  useEffect(() => {
    const element = scrollerOf(log.current)
    if (!element) return
    let last = 0
    const onScroll = () => {
      if (element.scrollTop < last - 2) isFollowing.current = false
      last = element.scrollTop
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])
  useEffect(() => {
    isFollowing.current = true
  }, [count])
  useEffect(() => {
    const element = scrollerOf(log.current)
    if (!element) return
    if (mode === 'search') element.scrollTop = 0
    const question = [...element.querySelectorAll<HTMLElement>('.user')].at(-1)
    if (mode !== 'ask' || !isFollowing.current || !question) return
    const { top, bottom } = question.getBoundingClientRect()
    const above = Math.max(top - 12, bottom - element.clientHeight / 3) - element.getBoundingClientRect().top
    element.scrollTop = Math.min(element.scrollHeight - element.clientHeight, element.scrollTop + above)
  }, [entries, mode])
}

/** What scrolls: on a very low screen the whole panel. */
const scrollerOf = (log: HTMLElement | null) =>
  log && getComputedStyle(log).overflowY === 'visible' ? log.closest<HTMLElement>('.panel') : log

/** Reads an answer out once it has come to its end, rather than each of its words. */
function useAnnouncedAnswer(): void {
  const { texts, conversation, announce } = useSurroundings()
  const { entries, person: present } = useConversation(conversation)
  const last = entries.at(-1)
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (last?.role !== 'assistant') return
    const now = `${last.id} ${last.state}`
    const wasUnderWay = before.current !== undefined && /waiting|streaming|reconnecting/.test(before.current)
    if (now !== before.current) {
      // What a person writes unasked.
      if (before.current !== undefined && last.state === 'done' && !last.pending) announce(spokenAnswer(last, texts))
      else if (last.state === 'waiting') announce(present ? texts.waitingFor(present) : texts.waiting)
      else if (last.state === 'reconnecting') announce(texts.reconnecting)
      else if (last.state !== 'streaming' && wasUnderWay) announce(spokenAnswer(last, texts))
    }
    before.current = now
  }, [last?.id, last?.state])
}
