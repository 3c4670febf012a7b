import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { ReconcileSafetyReportsDocument } from '../generated/documents.ts'
import { counted, dayOf } from '../parts/formats.ts'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble } from '../ui/states.tsx'

const dayMs = 24 * 3_600_000

/** Compares what was sent with the manufacturer's own list. */
export function Reconcile({ programs, onCompared }: { programs: readonly { id: number; manufacturer: string }[]; onCompared: () => void }) {
  const [program, setProgram] = useState<string>()
  const [from, setFrom] = useState(() => dayOf(Date.now() - dayMs))
  const [until, setUntil] = useState(() => dayOf(Date.now() + dayMs))
  const [csv, setCsv] = useState('')
  const [{ fetching, error }, reconcile] = useMutation(ReconcileSafetyReportsDocument)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const start = (day: string) => new Date(`${day}T00:00:00`).toISOString()
    const { data } = await reconcile({ input: { programId: Number(program), from: start(from), until: start(until), csv } })
    const made = data?.reconcileSafetyReports?.safetyReconciliation
    if (!made) return
    notify(`${counted((made.differences as unknown[]).length, 'difference')} found.`)
    setCsv('')
    onCompared()
  }

  return (
    <section className="card" aria-labelledby="reconcile">
      <h2 id="reconcile">Compare with their list</h2>
      <form onSubmit={(event) => void submit(event)} className="stack">
        <div className="form">
          <Select
            label="Manufacturer"
            none="Choose"
            required
            value={program}
            onChange={setProgram}
            options={programs.map(({ id, manufacturer }) => [String(id), manufacturer])}
          />
          <Field label="Sent from" type="date" required value={from} onChange={setFrom} />
          <Field label="and before" type="date" required value={until} onChange={setUntil} />
        </div>
        <Field
          label="Their list as CSV, with case_number, version and, if there is one, receiver_number"
          lines={5}
          required
          value={csv}
          onChange={setCsv}
        />
        <Trouble of={error} />
        <div className="actions">
          <Button look="primary" type="submit" isDisabled={fetching || program === undefined || csv.trim() === ''}>
            Compare
          </Button>
        </div>
      </form>
    </section>
  )
}
