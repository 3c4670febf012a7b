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
export default function FindPatient({ onChosen }: { onChosen: () => void }) {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const search = useSettled(typed.trim())
  const pause = search.length < 2
  const [{ data, error, fetching }] = useQuery({ query: FindPatientsDocument, variables: { search }, pause, requestPolicy: 'network-only' })
  const found = pause ? undefined : data?.patients
  const open = (id: number) => {
    onChosen()
    navigate(`/patients/${id}`)
  }
  const state = error
    ? wordsOf(error)
    : found
      ? `${count(found.totalCount)} found`
      : fetching
        ? 'Searching…'
        : 'Two letters are enough to begin.'
  return (
    <ComboboxProvider open value={typed} setValue={setTyped}>
      <Combobox
        autoSelect="always"
        autoFocus
        className="find-input"
        aria-label="Name, phone, email, MRN or member ID"
        placeholder="Name, phone, email, MRN or member ID"
      />
      <p role="status" className="muted small">
        {state}
      </p>
      <ComboboxList alwaysVisible aria-label="Patients" className="find-list">
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
