import { Combobox, ComboboxItem, ComboboxList, ComboboxProvider } from '@ariakit/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useLocation } from 'wouter'
import { FindPatientsDocument } from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { useSettled } from '../parts/use-settled.ts'
import { wordsOf } from '../ui/states.tsx'
import { Day } from '../ui/time.tsx'

/** Finds a patient from wherever one is; Enter opens the first. What is typed stays out of addresses. */
export function FindPatient({ onChosen }: { onChosen: () => void }) {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const search = useSettled(typed.trim())
  const pause = search.length < 2
  const [{ data, error, fetching, operation }] = useQuery({
    query: FindPatientsDocument,
    variables: { search },
    pause,
    requestPolicy: 'network-only',
  })
  const found = pause || error ? undefined : data?.patients
  // Until these words are answered the list is of earlier ones, and opens nothing.
  const answered = !fetching && search === typed.trim() && operation?.variables.search === search
  const open = (id: number) => {
    if (!answered) return
    onChosen()
    navigate(`/patients/${id}`)
  }
  const state =
    typed.trim().length < 2
      ? 'Two letters are enough to begin.'
      : !answered
        ? 'Searching…'
        : error
          ? wordsOf(error)
          : `${count(found?.totalCount ?? 0)} found`
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
        aria-label="Name, phone, email, MRN or member ID"
        placeholder="Name, phone, email, MRN or member ID"
      />
      <p role="status" className="muted small">
        {state}
      </p>
      <ComboboxList alwaysVisible aria-label="Patients" aria-busy={!answered} className="find-list">
        {found?.edges.map(({ node: { id, firstName, lastName, dateOfBirth, mrn, payer } }) => (
          <ComboboxItem key={id} className="menu-item find-item" focusOnHover hideOnClick={false} onClick={() => open(id)}>
            <strong>
              {lastName}, {firstName}
            </strong>
            <span className="muted small">
              <Day on={dateOfBirth} /> · {[mrn, payer?.name].filter(Boolean).join(' · ')}
            </span>
          </ComboboxItem>
        ))}
      </ComboboxList>
    </ComboboxProvider>
  )
}
