import type { Ref } from 'preact'
import type { Dispatch, StateUpdater } from 'preact/hooks'
import { useSuggestions } from './suggestions.ts'
import { useSurroundings } from './surroundings.ts'

interface ComposerProps {
  input: Ref<HTMLInputElement>
  mode: 'ask' | 'search'
  placeholder: string
  isBusy: boolean
  /** What is typed; it outlives the panel. */
  text: string
  setText: Dispatch<StateUpdater<string>>
  onSubmit(text: string): Promise<boolean>
}

/** The line to type in, with suggestions (ARIA combobox with a list, focus stays in the line). */
export function Composer({ input, mode, placeholder, isBusy, text, setText, onSubmit }: ComposerProps) {
  const { texts, conversation } = useSurroundings()
  const { options, active, setActive, dismiss, suggestFor } = useSuggestions()

  async function submit(chosen = text) {
    dismiss()
    if (chosen.trim() === '') return
    setText(mode === 'ask' ? '' : chosen)
    // What was not taken stays in the line, so that nobody types it twice.
    if (!(await onSubmit(chosen)) && mode === 'ask') setText((now) => now || chosen)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const move = moves[event.key]
    if (move !== undefined && options.length > 0) {
      event.preventDefault()
      const places = options.length + 1
      setActive(((active + 1 + move + places) % places) - 1)
    } else if (event.key === 'Escape' && options.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      dismiss()
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      void submit(options[active])
    }
  }

  const isOpen = options.length > 0
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {isOpen && (
        <div class="suggestions" role="listbox" id="suggestions" aria-label={texts.suggestions}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the line above, where the focus stays.
            <div
              key={option}
              id={`option-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void submit(option)}
            >
              {option}
            </div>
          ))}
        </div>
      )}
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={mode === 'ask' ? texts.yourQuestion : texts.searchFor}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? 'suggestions' : undefined}
        aria-activedescendant={active >= 0 ? `option-${active}` : undefined}
        autocomplete="off"
        enterkeyhint={mode === 'ask' ? 'send' : 'search'}
        maxLength={mode === 'ask' ? 4000 : 1000}
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          suggestFor(currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={dismiss}
      />
      {mode === 'ask' && isBusy ? (
        <button type="button" class="primary" onClick={() => conversation.stop()}>
          {texts.stop}
        </button>
      ) : (
        <button type="submit" class="primary">
          {mode === 'ask' ? texts.send : texts.search}
        </button>
      )}
    </form>
  )
}
