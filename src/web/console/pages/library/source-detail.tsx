import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { Link } from 'wouter'
import {
  RetitleSourceDocument,
  SourceVersionsDocument,
  type SourceVersionsQuery,
  type VersionRowFragment,
} from '../../generated/documents.ts'
import { counted } from '../../parts/formats.ts'
import { useActorName } from '../../parts/use-actor-name.ts'
import { useCaller } from '../../shell/caller.tsx'
import { notify } from '../../shell/notices.tsx'
import { useParam } from '../../shell/use-param.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { ReviewSteps } from './review-steps.tsx'
import { VersionChanges } from './version-changes.tsx'
import { versionStates } from './version-words.ts'
import { answerOf } from './write-answer.tsx'

type Source = NonNullable<SourceVersionsQuery['contentSource']>

interface Props {
  id: number
  /** When the source last changed, as the list has it: it is asked for again then. */
  changed: string | undefined
  onChanged: () => void
}

/** One source with its versions: what each says, beside what visitors see, and what can be done with it. */
export function SourceDetail({ id, changed, onChanged }: Props) {
  const [result, ask] = useQuery({ query: SourceVersionsDocument, variables: { id }, requestPolicy: 'cache-and-network' })
  const source = result.data?.contentSource
  // A job publishes what is due: it is looked for until it has.
  const isDue = source?.versions.some(
    ({ state, publishFrom, publishUntil }) =>
      (state === 'approved' && isPast(publishFrom)) || (state === 'published' && isPast(publishUntil)),
  )
  useEffect(() => ask({ requestPolicy: 'network-only' }), [changed])
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => {
      ask({ requestPolicy: 'network-only' })
      onChanged()
    }, 1000)
    return () => clearTimeout(timer)
  }, [isDue, result])
  return (
    <aside className="card detail" aria-label="The source">
      <Answered result={result}>
        {({ contentSource }) =>
          contentSource ? (
            <Opened
              source={contentSource}
              onChanged={() => {
                ask({ requestPolicy: 'network-only' })
                onChanged()
              }}
            />
          ) : (
            <Empty title="There is no such source" />
          )
        }
      </Answered>
    </aside>
  )
}

/** What was typed for a version as it stood is not for another, nor for what a colleague made of it. */
const keyOf = ({ id, state, publishFrom, publishUntil }: VersionRowFragment) => `${id} ${state} ${publishFrom} ${publishUntil}`

const isPast = (at: string | null) => at !== null && Date.parse(at) <= Date.now()

function Opened({ source, onChanged }: { source: Source; onChanged: () => void }) {
  const { may } = useCaller()
  const [chosen, choose] = useParam('version')
  const { versions } = source
  const version = versions.find(({ id }) => id === Number(chosen)) ?? versions[0]
  const question = answerOf(source)
  return (
    <>
      <header className="row">
        <h2>{source.title ?? source.locator}</h2>
        {may('library') && versions.length > 0 && <Retitle source={source} onChanged={onChanged} />}
      </header>
      {source.held && <p className="quiet">What is read of it waits until somebody publishes it.</p>}
      {question && source.itemCount > 0 && (
        <p>
          <Link href="/library?view=try" state={{ question }}>
            Ask “{question}” again
          </Link>
        </p>
      )}
      <h3>Versions</h3>
      {versions.length === 0 && <p className="quiet">Nothing of it was read yet.</p>}
      <ul className="plain-list" aria-label="Versions">
        {versions.map((one) => (
          <li key={one.id}>
            <VersionLine version={one} isOpen={one === version} onOpen={() => choose(String(one.id))} />
          </li>
        ))}
      </ul>
      {version && (
        <>
          {may('library') && <ReviewSteps key={`steps ${keyOf(version)}`} version={version} onChanged={onChanged} />}
          <VersionChanges key={keyOf(version)} version={version} />
        </>
      )}
    </>
  )
}

function VersionLine({ version, isOpen, onOpen }: { version: VersionRowFragment; isOpen: boolean; onOpen: () => void }) {
  const nameOf = useActorName()
  const { number, state, sectionCount, draftedBy, reviewedBy, reviewNote, createdAt, publishFrom, publishUntil } = version
  const [called, tone] = versionStates[state]
  return (
    <>
      <button type="button" className="link" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        Version {number}
      </button>{' '}
      <Pill of={state} called={called} tone={tone} />{' '}
      <span className="quiet">
        {counted(sectionCount, 'section')}, added <Time at={createdAt} /> by {nameOf(draftedBy)}
        {state === 'approved' && publishFrom && (
          <>
            , from <Time at={publishFrom} />
          </>
        )}
        {publishUntil && (
          <>
            , until <Time at={publishUntil} />
          </>
        )}
      </span>
      {reviewNote && state === 'draft' && (
        <p className="notice">
          {reviewedBy && `${nameOf(reviewedBy)}: `}
          {reviewNote}
        </p>
      )}
    </>
  )
}

function Retitle({ source: { id, title }, onChanged }: { source: Source; onChanged: () => void }) {
  const [state, retitle] = useMutation(RetitleSourceDocument)
  const [wanted, setWanted] = useState(title ?? '')
  return (
    <FormDialog
      label="Change the title"
      title="Change the title"
      send="Save"
      state={state}
      onSend={async () => {
        const { error } = await retitle({ id, title: wanted.trim() })
        if (error) return false
        notify('The title is saved.')
        onChanged()
        return true
      }}
    >
      <Field label="Title" required maxLength={300} value={wanted} onChange={setWanted} data-autofocus />
    </FormDialog>
  )
}
