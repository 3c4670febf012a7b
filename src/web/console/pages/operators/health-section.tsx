import { useCallback, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { TrustedDocumentCountDocument } from '../../generated/documents.ts'
import { count, moment } from '../../parts/formats.ts'
import { useCaller } from '../../shell/caller.tsx'
import { Button } from '../../ui/button.tsx'
import { Pill, words } from '../../ui/pill.tsx'

interface Ready {
  status: string
  checks: Record<string, string>
  incomplete?: Record<string, string>
}

/** Whether the service can serve, part by part, as `/ready` tells orchestrators. */
export function HealthSection() {
  const [ready, setReady] = useState<{ at: string; answer: Ready | undefined }>()
  const { may } = useCaller()
  const [{ data }] = useQuery({ query: TrustedDocumentCountDocument, pause: !may('access') })
  const ask = useCallback(async () => {
    const answer = await fetch('/ready')
      .then((response) => response.json() as Promise<Ready>)
      .catch(() => undefined)
    setReady({ at: new Date().toISOString(), answer })
  }, [])
  useEffect(() => {
    void ask()
    const timer = setInterval(ask, 15_000)
    return () => clearInterval(timer)
  }, [ask])
  const { answer, at } = ready ?? {}
  return (
    <section className="block" aria-labelledby="health">
      <div className="block-head">
        <h2 id="health">Health</h2>
        <Button onClick={ask}>Look again</Button>
      </div>
      {ready === undefined && <p className="quiet loading">Loading…</p>}
      {ready && !answer && (
        <p className="notice notice-error" role="alert">
          The service could not be reached.
        </p>
      )}
      {answer && (
        <>
          <p role="status">
            <Pill of={answer.status} tone={answer.status === 'ready' ? 'good' : 'bad'} /> <span className="quiet">{at && moment(at)}</span>
          </p>
          <dl className="facts card">
            {Object.entries(answer.checks).map(([name, result]) => (
              <div key={name} className="fact">
                <dt>{words(name)}</dt>
                <dd>{result === 'ok' ? 'Works' : 'Does not work'}</dd>
              </div>
            ))}
            {Object.entries(answer.incomplete ?? {}).map(([name, note]) => (
              <div key={name} className="fact">
                <dt>{words(name)}</dt>
                <dd>{note}</dd>
              </div>
            ))}
            {data && (
              <div className="fact">
                <dt>Registered documents</dt>
                <dd>{count(data.trustedDocuments.totalCount)}</dd>
              </div>
            )}
          </dl>
        </>
      )}
    </section>
  )
}
