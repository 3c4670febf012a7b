import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { DueRulesDocument, type DueRulesQuery, type Priority, SetDueRuleDocument, type WorkKind } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { words } from '../ui/pill.tsx'
import { Answered, Trouble } from '../ui/states.tsx'
import { deciders } from './decisions.ts'
import { kindNames, priorities } from './kinds.ts'

type Rule = DueRulesQuery['workDueRules'][number]

/** A year. */
const mostHours = 8760
const keyOf = (kind: WorkKind, priority: Priority) => `${kind} ${priority}`
const written = (hours: number | null | undefined) => hours?.toString() ?? ''

/** A button for the table of when work is due. It is empty until staff fill it in. */
export function DueRules() {
  const { may } = useCaller()
  const [open, setOpen] = useState(false)
  if (!may('patients_write', 'safety_review', 'benefits', 'care')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>When work is due</Button>
      <Dialog title="When work is due" open={open} onClose={() => setOpen(false)}>
        <Rules onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Rules({ onSaved }: { onSaved: () => void }) {
  const [result] = useQuery({ query: DueRulesDocument, requestPolicy: 'network-only' })
  return <Answered result={result}>{({ workDueRules }) => <Table rules={workDueRules} onSaved={onSaved} />}</Answered>
}

function Table({ rules, onSaved }: { rules: Rule[]; onSaved: () => void }) {
  const { may } = useCaller()
  const [hours, setHours] = useState(() => new Map(rules.map((rule) => [keyOf(rule.kind, rule.priority), written(rule.hours)])))
  const [wrong, setWrong] = useState(false)
  const [{ fetching, error }, set] = useMutation(SetDueRuleDocument)
  const kinds = [...new Set(rules.map(({ kind }) => kind))].filter((kind) => may(deciders[kind], 'care'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ([...hours.values()].some((value) => value !== '' && (Number(value) < 1 || Number(value) > mostHours))) {
      return setWrong(true)
    }
    setWrong(false)
    for (const { kind, priority, hours: before } of rules) {
      const now = hours.get(keyOf(kind, priority)) ?? ''
      if (now === written(before)) continue
      const { data } = await set({ input: { kind, priority, hours: now === '' ? null : Number(now) } })
      if (!data?.setWorkDueRule) return
    }
    notify('Saved. It applies to what comes in, changes its priority or is reopened from now on.')
    onSaved()
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <p className="muted">
        Hours after it comes in, by priority; empty for no due date. What falls overdue is told to everybody it waits for. A date that
        somebody sets stands instead.
      </p>
      <section className="table-frame" aria-label="When work is due, table">
        <table className="due-rules">
          <thead>
            <tr>
              <th scope="col">Kind</th>
              {priorities.map((priority) => (
                <th key={priority} scope="col">
                  {words(priority)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{kindNames[kind]}</th>
                {priorities.map((priority) => (
                  <td key={priority}>
                    <input
                      aria-label={`${kindNames[kind]}, ${words(priority).toLowerCase()}, hours`}
                      inputMode="numeric"
                      maxLength={4}
                      value={hours.get(keyOf(kind, priority)) ?? ''}
                      onChange={({ target }) => {
                        const value = target.value.replace(/\D/g, '')
                        setHours((before) => new Map(before).set(keyOf(kind, priority), value))
                      }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {wrong && (
        <p className="notice notice-error" role="alert">
          Hours are from 1 to {mostHours}.
        </p>
      )}
      <Trouble of={error} />
      <div className="row">
        <Button look="primary" type="submit" isDisabled={fetching}>
          Save
        </Button>
      </div>
    </form>
  )
}
