import { useState } from 'react'
import { type DocumentInput, useClient, useQuery } from 'urql'
import {
  AcknowledgeSafetyReportDocument,
  AssignSafetyReportDocument,
  FileSafetyReportDocument,
  RecordSafetyReportSentDocument,
  ResendSafetyReportDocument,
  type SafetyCaseQuery,
  SafetyProgramsDocument,
  type SafetyReportRowFragment,
  TriageSafetyReportDocument,
  WithdrawSafetyReportDocument,
} from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { wordsOf } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { downloadReport } from './download.ts'
import { Triage } from './triage.tsx'

type SafetyCase = NonNullable<SafetyCaseQuery['adverseEvent']>

const isWaiting = ({ state }: SafetyReportRowFragment) => ['unmatched', 'waiting', 'failed'].includes(state)

/** What manufacturers were told of the case, or are to be, and what staff do about it. */
export function CaseReports({ of: one, isRead, again }: { of: SafetyCase; isRead: boolean; again: () => void }) {
  const { may } = useCaller()
  const [{ data }] = useQuery({ query: SafetyProgramsDocument, variables: { first: 100 } })
  const programs = data?.safetyPrograms.edges.map(({ node }) => node).filter(({ endedAt }) => endedAt === null) ?? []
  const told = new Set(one.safetyReports.filter(({ state }) => state !== 'withdrawn').map(({ program }) => program?.id))
  const others = programs.filter(({ id }) => !told.has(id))
  const act = useAct(again, isRead)
  if (one.safetyReports.length === 0 && programs.length === 0) return null
  return (
    <section className="card no-print" aria-label="Safety reports">
      <h2>Safety reports</h2>
      {act.trouble && (
        <p role="alert" className="trouble">
          {act.trouble}
        </p>
      )}
      <ul className="reports">
        {one.safetyReports.map((report) => (
          <li key={report.id}>
            <Report report={report} programs={programs} act={act} mayAct={may('safety_review', 'care')} />
          </li>
        ))}
      </ul>
      {may('safety_review', 'care') && others.length > 0 && !one.safetyReports.some(({ state }) => state === 'unmatched') && (
        <Choose
          label="Report it to"
          deed="Report"
          options={others.map(({ id, manufacturer }) => [String(id), manufacturer])}
          onChosen={(id) => act.run(FileSafetyReportDocument, { adverseEventId: one.id, programId: Number(id) }, 'The report goes out.')}
        />
      )}
    </section>
  )
}

type Act = ReturnType<typeof useAct>

/** Runs a mutation, tells what was done, and shows the case anew: the next one waits for its new version. */
function useAct(again: () => void, isRead: boolean) {
  const client = useClient()
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  return {
    client,
    trouble,
    busy: busy || !isRead,
    async run<Input extends object>(document: DocumentInput<unknown, { input: Input }>, input: Input, done: string) {
      setBusy(true)
      const { error } = await client.mutation(document, { input })
      setBusy(false)
      setTrouble(error ? wordsOf(error) : '')
      if (!error) notify(done)
      again()
    },
  }
}

interface ReportProps {
  report: SafetyReportRowFragment
  programs: readonly { id: number; manufacturer: string }[]
  act: Act
  mayAct: boolean
}

function Report({ report, programs, act, mayAct }: ReportProps) {
  const { id, state, program, timeLeft } = report
  const seen = { id, expectedVersion: report.workVersion }
  const [number, setNumber] = useState(report.receiverNumber ?? '')
  return (
    <div className="stack">
      <div className="head">
        <div>
          <strong>{program?.manufacturer ?? 'No manufacturer yet'}</strong> · {words(report.kind)}, version {report.version}{' '}
          <Pill of={state} tone={state === 'failed' || state === 'unacknowledged' || state === 'unmatched' ? 'bad' : undefined} />
          {report.unreviewed && isSent(report) && <Pill of="unreviewed" />}
          {report.missing.length > 0 && isSent(report) && <Pill of="incomplete" />}
        </div>
      </div>
      <p>
        {report.sentAt ? (
          <>
            Sent <Time at={report.sentAt} />
          </>
        ) : (
          <>
            Due <Time at={report.dueAt} />
            {timeLeft != null && (timeLeft < 0 ? ', overdue' : `, ${Math.round(timeLeft * 100)}% of the time left`)}
          </>
        )}
        {report.acknowledgedAt && (
          <>
            , acknowledged <Time at={report.acknowledgedAt} />
          </>
        )}
        {report.receiverNumber && ` as ${report.receiverNumber}`}
      </p>
      {program && (
        <div className="row">
          <Button onClick={() => void downloadReport(act.client, report)}>Download PDF</Button>
        </div>
      )}
      {report.lastError && <p className="trouble small">{report.lastError}</p>}
      {mayAct && isWaiting(report) && (
        <>
          {state === 'unmatched' && (
            <Choose
              label="Which program is it for?"
              deed="Choose"
              options={programs.map((one) => [String(one.id), one.manufacturer])}
              onChosen={(programId) => act.run(AssignSafetyReportDocument, { ...seen, programId: Number(programId) }, 'Program chosen.')}
            />
          )}
          {state !== 'unmatched' && (
            <Triage
              report={report}
              busy={act.busy}
              onTriaged={(elements, send) =>
                act.run(
                  TriageSafetyReportDocument,
                  { ...seen, elements, send },
                  send && program?.channel !== 'manual' ? 'The report goes out.' : 'Triage saved.',
                )
              }
            />
          )}
          <div className="row">
            {program?.channel === 'manual' && (
              <Button isDisabled={act.busy} onClick={() => void act.run(RecordSafetyReportSentDocument, seen, 'Recorded as sent.')}>
                I sent it
              </Button>
            )}
            <Button isDisabled={act.busy} onClick={() => void act.run(WithdrawSafetyReportDocument, seen, 'Report withdrawn.')}>
              Withdraw
            </Button>
          </div>
        </>
      )}
      {mayAct && isSent(report) && state !== 'acknowledged' && (
        <div className="row">
          <Field label="Their number" value={number} maxLength={100} onChange={setNumber} />
          <Button
            isDisabled={act.busy}
            onClick={() =>
              void act.run(AcknowledgeSafetyReportDocument, { ...seen, receiverNumber: number.trim() || null }, 'Acknowledgement recorded.')
            }
          >
            They have it
          </Button>
          {program?.channel !== 'manual' && (
            <Button isDisabled={act.busy} onClick={() => void act.run(ResendSafetyReportDocument, seen, 'The report goes out again.')}>
              Send again
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const isSent = ({ state }: SafetyReportRowFragment) => ['sending', 'sent', 'unacknowledged', 'acknowledged'].includes(state)

interface ChooseProps {
  label: string
  deed: string
  options: readonly (readonly [string, string])[]
  onChosen: (value: string) => void
}

function Choose({ label, deed, options, onChosen }: ChooseProps) {
  const [value, setValue] = useState<string>()
  return (
    <div className="row">
      <Select label={label} none="Choose" value={value} onChange={setValue} options={options} />
      <Button isDisabled={value === undefined} onClick={() => value !== undefined && onChosen(value)}>
        {deed}
      </Button>
    </div>
  )
}
