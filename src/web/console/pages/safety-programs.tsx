import { useMutation } from 'urql'
import {
  type SafetyProgramRowFragment,
  SafetyProgramsDocument,
  SafetyReconciliationsDocument,
  UpdateSafetyProgramDocument,
} from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { CreateProgram } from '../safety/create-program.tsx'
import { Reconcile } from '../safety/reconcile.tsx'
import { SafetyNav } from '../safety/safety-nav.tsx'
import { useCaller } from '../shell/caller.tsx'
import { usePages } from '../shell/use-pages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Empty, Listed, Trouble } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { View } from './view.tsx'

interface Difference {
  kind: string
  caseNumber: string
  version: number
}

/** What contracts say of safety reports, and what was compared with manufacturers' own lists. */
export default function SafetyPrograms() {
  const { may } = useCaller()
  const programs = usePages(SafetyProgramsDocument, {}, (data) => data.safetyPrograms)
  const compared = usePages(SafetyReconciliationsDocument, {}, (data) => data.safetyReconciliations)
  return (
    <View>
      <header className="page-head">
        <h1>Safety programs</h1>
      </header>
      <SafetyNav />
      {may('access') && <CreateProgram onCreated={programs.refresh} />}
      <section className="block" aria-labelledby="programs">
        <h2 id="programs">Programs</h2>
        <Listed
          pages={programs}
          empty={<Empty title="No manufacturer is told">Nothing is reported until there is a program for a medicine.</Empty>}
        >
          <ul className="rows rows-wide">
            {programs.nodes.map((program) => (
              <li key={program.id}>
                <Program program={program} onChanged={programs.refresh} />
              </li>
            ))}
          </ul>
        </Listed>
      </section>
      {may('safety_review', 'care') && programs.nodes.length > 0 && <Reconcile programs={programs.nodes} onCompared={compared.refresh} />}
      <section className="block" aria-labelledby="reconciliations">
        <h2 id="reconciliations">Reconciliations</h2>
        <Listed pages={compared} empty={<Empty title="Nothing was compared yet">Each day is counted when it has ended.</Empty>}>
          <Table
            caption="Reconciliations"
            rows={compared.nodes}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Of', cell: ({ program }) => program.manufacturer },
              { title: 'From', cell: ({ from }) => <Time at={from} /> },
              { title: 'Until', cell: ({ until }) => <Time at={until} /> },
              { title: 'Sent', number: true, cell: ({ sent }) => count(sent) },
              { title: 'Acknowledged', number: true, cell: ({ acknowledged }) => count(acknowledged) },
              { title: 'They list', number: true, cell: ({ received }) => received != null && count(received) },
              {
                title: 'Differences',
                cell: ({ differences }) =>
                  (differences as Difference[]).map(({ kind, caseNumber, version }) => (
                    <div key={`${caseNumber} ${version}`}>
                      {caseNumber}, version {version}: {words(kind)}
                    </div>
                  )),
              },
            ]}
          />
        </Listed>
      </section>
    </View>
  )
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function Program({ program, onChanged }: { program: SafetyProgramRowFragment; onChanged: () => void }) {
  const { may } = useCaller()
  const [updated, update] = useMutation(UpdateSafetyProgramDocument)
  const { id, manufacturer, medicines, channel, email, subscription, dueHours, timeZone, workingDays, review, endedAt } = program
  const where = { event: subscription?.name, email, manual: 'staff' }[channel]
  return (
    <>
      <div className="block-head">
        <div>
          <strong>{manufacturer}</strong> {endedAt && <Pill of="ended" />}
        </div>
        {may('access') && !endedAt && (
          <Confirm label="End" name={manufacturer} onConfirm={() => void update({ input: { id, ended: true } }).then(onChanged)}>
            Nothing is sent to it any more. What is due stays as work.
          </Confirm>
        )}
      </div>
      <p>{medicines.join(', ')}</p>
      <p className="muted">
        {`${words(channel)}${where ? ` to ${where}` : ''} · within ${dueHours} hours${workingDays.length < 7 ? ` of ${workingDays.map((day) => days[day - 1]).join(', ')}` : ''} · ${timeZone.replaceAll('_', ' ')}${review === 'by_source' ? '' : ` · review: ${review}`}`}
      </p>
      <Trouble of={updated.error} />
    </>
  )
}
