import { useMutation } from 'urql'
import { Link } from 'wouter'
import {
  PatientPaCasesDocument,
  PatientVerificationsDocument,
  type PatientVerificationsQuery,
  VerifyAgainDocument,
} from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { noPage, usePages } from '../shell/use-pages.ts'
import { Button } from '../ui/button.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Empty, Listed, Trouble } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { benefitName, benefitValue } from './benefit-words.ts'

type Verification = NonNullable<PatientVerificationsQuery['patient']>['verifications']['edges'][number]['node']

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/([a-z])(\d)/, '$1_$2')
const sources: Record<string, string> = { api: 'Electronic answer', voice: 'Call to the payer' }

const knownOf = ({ benefits }: Verification) =>
  Object.entries(benefits).filter(([name, value]) => value !== null && name !== '__typename') as [name: string, value: unknown][]

/** What the payer covers, from where each value is known, the checks that were made, and the prior authorizations. */
export function Coverage({ id }: { id: number }) {
  const verifications = usePages(PatientVerificationsDocument, { id }, ({ patient }) => patient?.verifications ?? noPage)
  const { may } = useCaller()
  const cases = usePages(PatientPaCasesDocument, { id }, ({ paCases }) => paCases)
  // One that is still running has nothing yet, and does not hide what the last one found.
  const told = verifications.nodes.find((one) => knownOf(one).length > 0)
  return (
    <div className="stack">
      <h2>Benefits</h2>
      {may('benefits', 'care') && <VerifyAgain patientId={id} onStarted={verifications.refresh} />}
      <Listed pages={verifications} empty={<Empty title="Coverage was never verified" />}>
        <div className="stack">
          {told ? <Benefits verification={told} /> : <Empty title="No benefit is known yet" />}
          <h2>Verifications</h2>
          <Table
            caption="Verifications"
            rows={verifications.nodes}
            keyOf={(row) => row.id}
            columns={[
              { title: 'Asked', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: 'Status', cell: ({ status }) => <Pill of={status} /> },
              { title: 'Payer', cell: ({ payer }) => payer?.name },
              { title: 'Because', cell: ({ trigger }) => words(trigger) },
              { title: 'Done', cell: ({ completedAt }) => completedAt && <Time at={completedAt} /> },
            ]}
          />
        </div>
      </Listed>
      <h2>Prior authorizations</h2>
      <Listed pages={cases} empty={<Empty title="No prior authorization" />}>
        <Table
          caption="Prior authorizations"
          rows={cases.nodes}
          keyOf={(row) => row.id}
          columns={[
            {
              title: 'Medicine',
              cell: (row) => <Link href={`/prior-authorization?case=${row.id}`}>{row.medicationName}</Link>,
            },
            { title: 'State', cell: ({ status }) => <Pill of={status} /> },
            { title: 'Reference', cell: ({ referenceNumber }) => referenceNumber },
            { title: 'Opened', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
        />
      </Listed>
    </div>
  )
}

/** Asks the payer anew; the answer appears among the verifications. */
function VerifyAgain({ patientId, onStarted }: { patientId: number; onStarted: () => void }) {
  const [{ fetching, error }, verify] = useMutation(VerifyAgainDocument)
  const start = async () => {
    const { error } = await verify({ input: { patientId } })
    if (!error) notify('The payer is being asked.')
    onStarted()
  }
  return (
    <div className="row">
      <Button onClick={() => void start()} isDisabled={fetching}>
        Verify again
      </Button>
      <Trouble of={error} />
    </div>
  )
}

function Benefits({ verification }: { verification: Verification }) {
  const { fieldSources } = verification
  return (
    <Table
      caption="Benefits with their sources"
      rows={knownOf(verification)}
      keyOf={([name]) => name}
      columns={[
        { title: 'Benefit', cell: ([name]) => benefitName(name) },
        { title: 'Value', number: true, cell: ([name, value]) => benefitValue(name, value) },
        {
          title: 'Source',
          cell: ([name]) => {
            const source = fieldSources[inSnakeCase(name)]
            return source && (sources[source] ?? words(source))
          },
        },
      ]}
    />
  )
}
