import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { useSettled } from '../parts/use-settled.ts'
import { type Hit, useFound } from './use-found.tsx'
import { useRecent } from './use-recent.ts'

interface Props {
  /** What can be done from anywhere, by its words. */
  actions: readonly (readonly [words: string, act: () => void])[]
  onChosen: () => void
}

/** Finds records, pages and actions from wherever one is; Enter opens the first. What is typed stays out of addresses. */
export function Find({ actions, onChosen }: Props) {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const search = useSettled(typed.trim())
  const { hits, state } = useFound(search)
  const { recent, remember } = useRecent()
  // Until these words are answered the list is of earlier ones, and opens nothing.
  const answered = state === 'answered' && search === typed.trim()
  const fits = (words: string) => words.toLowerCase().includes(typed.trim().toLowerCase())
  const open = (hit: Hit) => {
    if (!answered) return
    remember(hit)
    onChosen()
    navigate(hit.address)
  }
  const shown = typed.trim() === '' ? recent : hits
  const doable = typed.trim() === '' ? [] : actions.filter(([words]) => fits(words))
  const words =
    !answered && state !== 'failed' ? 'Searching…' : state === 'failed' ? 'Nothing could be looked up.' : told(shown.length + doable.length)
  return (
    <ComboboxProvider open value={typed} setValue={setTyped}>
      <Combobox
        autoSelect="always"
        autoFocus
        // Ariakit marks the first of what is found only while no key has been pressed since the last letter.
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter' && !answered) event.stopPropagation()
        }}
        className="find-input"
        aria-label="Patient, case or reference number, call, payer, page"
        placeholder="Patient, case or reference number, call, payer, page"
      />
      <p role="status" className="muted small">
        {typed.trim() === '' ? (recent.length > 0 ? 'Opened before' : 'Two letters are enough to begin.') : words}
      </p>
      <ComboboxList alwaysVisible aria-label="Found" aria-busy={!answered} className="find-list">
        {shown.map((hit) => (
          <Item key={hit.address} kind={hit.kind} onClick={() => open(hit)} detail={hit.detail}>
            {hit.title}
          </Item>
        ))}
        {doable.map(([words, act]) => (
          <Item
            key={words}
            kind="Do"
            onClick={() => {
              onChosen()
              act()
            }}
          >
            {words}
          </Item>
        ))}
      </ComboboxList>
    </ComboboxProvider>
  )
}

const told = (count: number) => (count === 0 ? 'Nothing found' : `${count} found`)

const Item = ({ kind, detail, onClick, children }: { kind: string; detail?: ReactNode; onClick: () => void; children: ReactNode }) => (
  <ComboboxItem className="menu-item find-item" focusOnHover hideOnClick={false} onClick={onClick}>
    <strong>{children}</strong>
    <span className="muted small">
      {detail}
      {detail ? ' · ' : ''}
      {kind}
    </span>
  </ComboboxItem>
)
