import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Panel } from './panel.tsx'
import { useSurroundings } from './surroundings.ts'

/** What a page can do with the widget from outside, once it is drawn. */
export interface Handle {
  open(): void
  close(): void
}

interface FrameProps {
  isInline: boolean
  /** Open from the start: it was so before a reload. */
  isOpen: boolean
  onHandle(handle: Handle): void
  onToggle(isOpen: boolean): void
}

/** On small screens the panel covers the page; then it is modal. */
const coversPage = '(max-width: 480px), (max-height: 420px)'

/** A launcher with its panel over the page, or the panel alone as part of the page. */
export function Frame({ isInline, isOpen: wasOpen, onHandle, onToggle }: FrameProps) {
  const { texts, conversation } = useSurroundings()
  const [isOpen, setOpen] = useState(wasOpen || isInline)
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const launcher = useRef<HTMLButtonElement>(null)
  const wantsFocus = useRef<'input' | 'launcher'>(undefined)

  const turn = (open: boolean) => {
    if (isInline) return void (open && input.current?.focus())
    wantsFocus.current = open ? 'input' : 'launcher'
    setOpen(open)
    onToggle(open)
  }
  useEffect(() => onHandle({ open: () => turn(true), close: () => turn(false) }), [])
  useEffect(() => {
    if (isOpen) void conversation.start()
  }, [isOpen])
  // Before the next paint: a keystroke that follows at once must not be lost to the page behind.
  useLayoutEffect(() => {
    if (wantsFocus.current === 'input') input.current?.focus()
    if (wantsFocus.current === 'launcher') launcher.current?.focus()
    wantsFocus.current = undefined
  }, [isOpen])

  if (isInline) {
    return (
      <section class="panel inline" aria-labelledby="title">
        <Panel input={input} draft={{ text, setText }} />
      </section>
    )
  }
  return (
    <>
      {isOpen && (
        <div
          class="panel over"
          role="dialog"
          aria-modal={matchMedia(coversPage).matches}
          aria-labelledby="title"
          onKeyDown={(event) => {
            // An input method takes Escape for itself while it composes.
            if (event.key === 'Escape' && !event.isComposing) turn(false)
            else if (event.key === 'Tab' && matchMedia(coversPage).matches) keepWithin(event)
          }}
        >
          <Panel input={input} draft={{ text, setText }} onClose={() => turn(false)} />
        </div>
      )}
      <button
        type="button"
        ref={launcher}
        class={isOpen ? 'launcher away' : 'launcher'}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => turn(!isOpen)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4 3.5V16H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z" />
        </svg>
        <span>{texts.launcher}</span>
      </button>
    </>
  )
}

/** The last and the first of a modal panel are neighbours. */
function keepWithin(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]')]
  const root = event.currentTarget.getRootNode() as ShadowRoot
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (root.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
