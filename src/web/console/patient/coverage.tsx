import { useQuery } from 'urql'
import { Link } from 'wouter'
import { PatientCoverageDocument, type PatientCoverageQuery } from '../generated/documents.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Verification = NonNullable<PatientCoverageQuery['patient']>['verifications']['edges'][number]['node']

const inWords = (name: string) => words(name.replace(/([A-Z0-9]+)/g, '_$1'))
const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const sources: Record<string, string> = { api: 'Electronic answer', voice: 'Call to the payer' }

/** What the payer covers, from where each value is known, the checks that were made, and the prior authorizations. */
export function Coverage({ id }: { id: number }) {
  const [result] = useQuery({ query: PatientCoverageDocument, variables: { id } })
  return (
    <Answered result={result}>
      {({ patient }) => {
        const verifications = patient?.verifications.edges.map(({ node }) => node).reverse() ?? []
        const cases = patient?.paCases.edges.map(({ node }) => node).reverse() ?? []
        const newest = verifications[0]
        return (
          <div className="stack">
            <h2>Benefits</h2>
            {newest ? <Benefits verification={newest} /> : <Empty title="Coverage was never verified" />}
            <h2>Verifications</h2>
            <Table
              caption="Verifications"
              rows={verifications}
              keyOf={(row) => row.id}
              columns={[
                { title: 'Asked', cell: ({ createdAt }) => <Time at={createdAt} /> },
                { title: 'Status', cell: ({ status }) => <Pill of={status} /> },
                { title: 'Payer', cell: ({ payer }) => payer?.name },
                { title: 'Because', wide: true, cell: ({ trigger }) => words(trigger) },
                { title: 'Done', wide: true, cell: ({ completedAt }) => <Time at={completedAt} /> },
              ]}
            />
            <h2>Prior authorizations</h2>
            <Table
              caption="Prior authorizations"
              rows={cases}
              keyOf={(row) => row.id}
              columns={[
                {
                  title: 'Medicine',
                  cell: (row) => <Link href={`/prior-authorization?case=${row.id}`}>{row.medicationName ?? 'Not known'}</Link>,
                },
                { title: 'State', cell: ({ status }) => <Pill of={status} /> },
                { title: 'Reference', cell: ({ referenceNumber }) => referenceNumber },
                { title: 'Opened', wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
              ]}
            />
          </div>
        )
      }}
    </Answered>
  )
}

function Benefits({ verification: { benefits, fieldSources } }: { verification: Verification }) {
  const known = Object.entries(benefits).filter(([name, value]) => value !== null && name !== '__typename')
  if (known.length === 0) return <Empty title="No benefit is known yet" />
  return (
    <Table
      caption="Benefits with their sources"
      rows={known}
      keyOf={([name]) => name}
      columns={[
        { title: 'Benefit', cell: ([name]) => inWords(name) },
        { title: 'Value', cell: ([, value]) => String(value) },
        {
          title: 'Source',
          cell: ([name]) => {
            const source = fieldSources[inSnakeCase(name)] ?? fieldSources[name]
            return source === undefined ? <span className="muted">Not told</span> : (sources[source] ?? source)
          },
        },
      ]}
    />
  )
}
