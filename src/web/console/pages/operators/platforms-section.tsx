import { useMutation } from 'urql'
import {
  DeactivatePlatformDocument,
  type PlatformRowFragment,
  PlatformsDocument,
  RereadPlatformDocument,
} from '../../generated/documents.ts'
import { count } from '../../parts/formats.ts'
import { notify } from '../../shell/notices.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, Listed, Trouble } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { ConnectPlatform } from './connect-platform.tsx'
import { platformNames } from './platform-names.ts'
import { PlatformSecrets } from './platform-secrets.tsx'
import { PlatformSettings } from './platform-settings.tsx'

/** Accounts at voice platforms: what came of each, its settings and its secrets. One at a time is open, by its number in the address. */
export function PlatformsSection() {
  const [open, setOpen] = useParam('platform')
  const platforms = usePages(PlatformsDocument, {}, (data) => data.platformConnections)
  return (
    <>
      <ConnectPlatform onConnected={platforms.refresh} />
      <section className="block" aria-labelledby="platforms">
        <h2 id="platforms">Connections</h2>
        <Listed pages={platforms} empty={<Empty title="No voice platform yet">The specified webhooks need no connection.</Empty>}>
          <ul className="rows rows-wide">
            {platforms.nodes.map((platform) => (
              <li key={platform.id}>
                <Platform platform={platform} onChanged={platforms.refresh}>
                  <Button onClick={() => setOpen(open === String(platform.id) ? undefined : String(platform.id))}>
                    {open === String(platform.id) ? 'Close' : 'Settings'}
                    <span className="unseen"> of {platform.name}</span>
                  </Button>
                </Platform>
                {platform.active && open === String(platform.id) && (
                  <div className="stack">
                    <PlatformSettings platform={platform} onChanged={platforms.refresh} />
                    <PlatformSecrets platform={platform} onChanged={platforms.refresh} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </Listed>
      </section>
    </>
  )
}

interface PlatformProps {
  platform: PlatformRowFragment
  onChanged: () => void
  children: React.ReactNode
}

function Platform({ platform, onChanged, children }: PlatformProps) {
  const { id, name, provider, address, active, received, failed, recovered, lastHeardAt, lastError, lastErrorAt } = platform
  const [reread, again] = useMutation(RereadPlatformDocument)
  const [ended, end] = useMutation(DeactivatePlatformDocument)
  const readAgain = async () => {
    const { data } = await again({ input: { connectionId: id } })
    if (data?.rereadPlatformMessages) notify(`${count(data.rereadPlatformMessages.count)} messages are read again.`)
    onChanged()
  }
  return (
    <>
      <div className="block-head">
        <div>
          <strong>{name}</strong> <span className="quiet">{platformNames[provider]}</span> {!active && <Pill of="out of service" />}
        </div>
        <div className="actions">
          {failed > 0 && (
            <Button onClick={() => void readAgain()} isDisabled={reread.fetching}>
              Read failed again<span className="unseen"> of {name}</span>
            </Button>
          )}
          {active && children}
          {active && (
            <Confirm label="Deactivate" name={name} onConfirm={() => end({ id }).then(onChanged)}>
              Its address is unknown from now on, for good. What it told stays.
            </Confirm>
          )}
        </div>
      </div>
      <p className="quiet break">
        <code>{address}</code>
      </p>
      <p>
        {lastHeardAt ? (
          <>
            Last heard <Time at={lastHeardAt} />
          </>
        ) : (
          'Never heard of'
        )}
        {` · ${count(received)} messages · ${count(failed)} failed · ${count(recovered)} reports fetched`}
      </p>
      {lastError && (
        <p className="quiet">
          Last trouble{' '}
          {lastErrorAt && (
            <>
              <Time at={lastErrorAt} />:{' '}
            </>
          )}
          {lastError}
        </p>
      )}
      <Trouble of={reread.error ?? ended.error} />
    </>
  )
}
