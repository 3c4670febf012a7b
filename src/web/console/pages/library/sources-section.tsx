import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import {
  LibraryStatusDocument,
  RefreshSourceDocument,
  RemoveSourceDocument,
  type SourceState,
  SourcesDocument,
  type SourceVersionState,
} from '../../generated/documents.ts'
import { counted } from '../../parts/formats.ts'
import { useCaller } from '../../shell/caller.tsx'
import { useLinkTo } from '../../shell/use-link-to.ts'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { Select } from '../../ui/select.tsx'
import { Empty, Listed, wordsOf } from '../../ui/states.tsx'
import { AddSources } from './add-sources.tsx'
import { SourceDetail } from './source-detail.tsx'
import { SourceTable } from './source-table.tsx'
import { versionStates } from './version-words.ts'
import '../work.css'
import './versions.css'

/** States of versions that somebody has to do something with, or that are over. */
const waiting = ['draft', 'in_review', 'approved', 'expired'] as const

/** The sources of the library, and how far each is; beside them the one that is open, with its versions. */
export function SourcesSection() {
  const { may } = useCaller()
  const keeps = may('library')
  const [state, setState] = useParam<SourceState>('state', ['queued', 'ready', 'failed'])
  const [version, setVersion] = useParam<SourceVersionState>('versions', waiting)
  const [open] = useParam('source')
  const linkTo = useLinkTo('source')
  const filter = { ...(state && { states: [state] }), ...(version && { versionStates: [version] }) }
  const sources = usePages(SourcesDocument, { filter }, (data) => data.contentSources)
  const [{ data: status }, readStatus] = useQuery({ query: LibraryStatusDocument, requestPolicy: 'network-only' })
  const [, refresh] = useMutation(RefreshSourceDocument)
  const [, remove] = useMutation(RemoveSourceDocument)
  const [trouble, setTrouble] = useState<string>()
  const { refresh: again } = sources
  const readAgain = () => {
    again()
    readStatus({ requestPolicy: 'network-only' })
  }

  const { queuedSources = 0, pendingItems = 0, itemCount = 0 } = status?.libraryStatus ?? {}
  const working = queuedSources + pendingItems > 0 || sources.nodes.some((one) => one.state === 'queued')
  // Asks again after each answer while something is on its way.
  useEffect(() => {
    if (!working) return
    const timer = setTimeout(readAgain, 1500)
    return () => clearTimeout(timer)
  }, [working, status, sources.nodes])

  const told = async (done: Promise<{ error?: Parameters<typeof wordsOf>[0] | undefined }>) => {
    const { error } = await done
    setTrouble(error && wordsOf(error))
    readAgain()
  }

  return (
    <>
      {keeps && <AddSources onAdded={readAgain} isReviewed={status?.libraryStatus.isReviewed ?? false} />}
      <section className="block" aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <search className="filters">
          <Select
            label="Reading"
            none="Any"
            value={state}
            onChange={setState}
            options={[
              ['queued', 'Being read'],
              ['ready', 'Ready'],
              ['failed', 'Failed'],
            ]}
          />
          <Select
            label="Versions"
            none="Any"
            value={version}
            onChange={setVersion}
            options={waiting.map((one) => [one, versionStates[one][0]] as const)}
          />
        </search>
        <p className="quiet" role="status">
          {status && `${counted(itemCount, 'section')} can be found. `}
          {queuedSources > 0 && `${counted(queuedSources, 'source is', 'sources are')} waiting to be read. `}
          {pendingItems > 0 && `${counted(pendingItems, 'section')} can be found by exact words only, until their meaning is computed.`}
        </p>
        {trouble && (
          <p className="notice notice-error" role="alert">
            {trouble}
          </p>
        )}
        <div className={open ? 'work broad' : 'work alone'}>
          <Listed pages={sources} empty={<Empty title="No source here">{keeps && 'Add a file or an address above.'}</Empty>}>
            <SourceTable
              sources={sources.nodes}
              current={Number(open)}
              linkOf={({ id }) => linkTo(id)}
              deeds={keeps && { onRefresh: (id) => told(refresh({ id })), onRemove: (id) => told(remove({ id })) }}
            />
          </Listed>
          {open && (
            <SourceDetail
              key={open}
              id={Number(open)}
              changed={sources.nodes.find(({ id }) => id === Number(open))?.updatedAt}
              onChanged={readAgain}
            />
          )}
        </div>
      </section>
    </>
  )
}
