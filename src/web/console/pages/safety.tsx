import {
  type AdverseEventFilter,
  FindAdverseEventsDocument,
  type ReviewState,
  SafetyCasesDocument,
  type Severity,
} from '../generated/documents.ts'
import { FindByWords } from '../parts/find-by-words.tsx'
import { counted } from '../parts/formats.ts'
import { SafetyNav } from '../safety/safety-nav.tsx'
import { useOrder } from '../shell/use-order.ts'
import { usePages } from '../shell/use-pages.ts'
import { useParam } from '../shell/use-param.ts'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

const states = ['open', 'in_review', 'confirmed', 'dismissed'] as const
const severities = ['life_threatening', 'severe', 'moderate', 'mild'] as const

/** Adverse-event cases, the newest first. */
export default function Safety() {
  const [state, setState] = useParam('state')
  const [severity, setSeverity] = useParam('severity')
  const [serious, setSerious] = useParam('serious')
  const filter: AdverseEventFilter = {
    ...(state && { reviewStates: [state as ReviewState] }),
    ...(severity && { severities: [severity as Severity] }),
    ...(serious && { serious: serious === 'yes' }),
  }
  const sorting = useOrder({ CREATED_AT: 'DESC', REVIEW_STATE: 'ASC' })
  const pages = usePages(SafetyCasesDocument, { filter, orderBy: sorting.orderBy }, ({ adverseEvents }) => adverseEvents)
  return (
    <>
      <header className="page-head">
        <h1>Safety</h1>
        <p className="muted">{pages.data && counted(pages.data.adverseEvents.totalCount, 'case')}</p>
      </header>
      <SafetyNav />
      <FindByWords
        label="Words in cases"
        document={FindAdverseEventsDocument}
        foundIn={({ findAdverseEvents }) => findAdverseEvents}
        pathOf={(id) => `/safety/${id}`}
      />
      <div className="filters">
        <Select label="Review" none="Any state" value={state} onChange={setState} options={states.map((value) => [value, words(value)])} />
        <Select
          label="Severity"
          none="Any"
          value={severity}
          onChange={setSeverity}
          options={severities.map((value) => [value, words(value)])}
        />
        <Select
          label="Seriousness"
          none="Any"
          value={serious}
          onChange={setSerious}
          options={[
            ['yes', 'A criterion is met'],
            ['no', 'None known'],
          ]}
        />
      </div>
      <Listed pages={pages} empty={<Empty title="No case found">Try other filters.</Empty>}>
        <Table
          caption="Safety cases"
          sorting={sorting}
          rows={pages.nodes}
          keyOf={({ id }) => id}
          linkOf={({ id }) => `/safety/${id}`}
          columns={[
            { title: 'Case', cell: ({ caseNumber }) => <span className="nowrap">{caseNumber}</span> },
            { title: 'What', cell: ({ eventDescription }) => eventDescription },
            {
              title: 'Kind',
              cell: ({ kinds }) =>
                kinds.map((kind) => (
                  <div key={kind} className="nowrap">
                    {words(kind)}
                  </div>
                )),
            },
            { title: 'Suspect medicine', cell: ({ medicationName }) => medicationName },
            { title: 'Severity', cell: ({ severity }) => severity && <Pill of={severity} /> },
            { title: 'State', orders: 'REVIEW_STATE', cell: ({ reviewState }) => <Pill of={reviewState} /> },
            { title: 'Reported', orders: 'CREATED_AT', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
        />
      </Listed>
    </>
  )
}
