import { useState } from 'react'
import { useMutation } from 'urql'
import {
  type ConsentForm,
  type ContactChannel,
  PatientConsentsDocument,
  type PatientConsentsQuery,
  RecordConsentDocument,
} from '../generated/documents.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { noPage, usePages } from '../shell/use-pages.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Select } from '../ui/select.tsx'
import { Empty, Listed } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

type Consent = NonNullable<PatientConsentsQuery['patient']>['consents']['edges'][number]['node']

const channels: ContactChannel[] = ['calls', 'texts', 'email', 'mail']
const forms: ConsentForm[] = ['spoken', 'written', 'electronic']

/** How a patient agreed to be contacted, the newest first. What stands first of a channel counts. */
export function Consents({ id }: { id: number }) {
  const { may } = useCaller()
  const nameOf = useActorName()
  const pages = usePages(PatientConsentsDocument, { id }, ({ patient }) => patient?.consents ?? noPage)
  const counts = (one: Consent) => pages.nodes.find(({ channel }) => channel === one.channel) === one
  return (
    <div className="stack">
      {may('patients_write', 'care') && (
        <div className="row">
          <RecordConsent patientId={id} onRecorded={() => void pages.refresh()} />
        </div>
      )}
      <Listed pages={pages} empty={<Empty title="No consent is recorded" />}>
        <Table
          caption="Consents"
          rows={pages.nodes}
          keyOf={(row) => row.id}
          columns={[
            { title: 'Channel', cell: ({ channel }) => words(channel) },
            {
              title: 'Consent',
              cell: (row) => (counts(row) ? <Pill of={row.given ? 'given' : 'withdrawn'} /> : words(row.given ? 'given' : 'withdrawn')),
            },
            { title: 'How they told', cell: ({ form }) => words(form) },
            { title: 'Recorded', cell: ({ recordedAt }) => <Time at={recordedAt} /> },
            { title: 'By', cell: ({ recordedBy }) => nameOf(recordedBy) },
          ]}
        />
      </Listed>
    </div>
  )
}

function RecordConsent({ patientId, onRecorded }: { patientId: number; onRecorded: () => void }) {
  const [channel, setChannel] = useState<ContactChannel>('calls')
  const [given, setGiven] = useState<'given' | 'withdrawn'>('given')
  const [form, setForm] = useState<ConsentForm>('spoken')
  const [state, record] = useMutation(RecordConsentDocument)
  const send = async () => {
    const { data } = await record({ input: { patientId, channel, given: given === 'given', form } })
    if (!data?.recordConsent) return false
    notify('Consent recorded.')
    onRecorded()
    return true
  }
  return (
    <FormDialog label="Record a consent" title="Record a consent" send="Record it" state={state} onSend={send}>
      <div className="form">
        <Select
          label="Channel"
          value={channel}
          onChange={(value) => setChannel(value ?? 'calls')}
          options={channels.map((one) => [one, words(one)])}
        />
        <Select
          label="Consent"
          value={given}
          onChange={(value) => setGiven(value ?? 'given')}
          options={[
            ['given', 'Given'],
            ['withdrawn', 'Withdrawn'],
          ]}
        />
        <Select
          label="How they told"
          value={form}
          onChange={(value) => setForm(value ?? 'spoken')}
          options={forms.map((one) => [one, words(one)])}
        />
      </div>
    </FormDialog>
  )
}
