import { useState } from 'react'
import type { SafetyCaseQuery } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { Button } from '../ui/button.tsx'
import { Definitions } from '../ui/definitions.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Time } from '../ui/time.tsx'
import { detailFields } from './detail-fields.ts'
import { EditDetails } from './edit-details.tsx'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>

const isChosen = (name: string) => detailFields.some((field) => field.name === name && 'choices' in field)

/** What a safety report needs of the case: each value with the words that it was read out of, and what is missing. */
export function Details({ of: one, again }: { of: SafetyCase; again: () => void }) {
  const { may } = useCaller()
  const [editing, setEditing] = useState(false)
  // Words that staff have corrected tell nothing any more.
  const quoted = (field: string, value: unknown) =>
    one.evidence
      .filter((evidence) => evidence.field === field && [value].flat().map(String).includes(evidence.value))
      .map(({ words }) => words)
  const shown = (name: (typeof detailFields)[number]['name']) => {
    const value = one[name]
    const isThere = Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
    if (!isThere) return one.missing.includes(name) ? <Pill of="missing" tone="bad" /> : null
    const said = quoted(name, value)
    return (
      <>
        {value === true
          ? 'Yes'
          : value === false
            ? 'No'
            : Array.isArray(value)
              ? value.join(', ')
              : isChosen(name)
                ? words(String(value))
                : String(value)}
        {said.length > 0 && <span className="muted small"> “{said.join('”, “')}”</span>}
      </>
    )
  }
  return (
    <section className="card" aria-label="For the safety report">
      <div className="head">
        <h2>For the safety report</h2>
        {may('safety_review', 'care') && (
          <span className="no-print">
            <Button onClick={() => setEditing(true)}>Complete it</Button>
          </span>
        )}
      </div>
      <Definitions
        close
        of={[
          ['Service aware since', <Time key="aware" whole at={one.awareAt} />],
          ...(one.missing.includes('patient') ? [['Patient', <Pill key="patient" of="missing" tone="bad" />] as const] : []),
          ...detailFields.map(({ name, label }) => [label, shown(name)] as const),
        ]}
      />
      <Dialog title={`Complete ${one.caseNumber}`} open={editing} onClose={() => setEditing(false)}>
        <EditDetails
          one={one}
          onSaved={() => {
            setEditing(false)
            again()
          }}
        />
      </Dialog>
    </section>
  )
}
