import type { ReactNode } from 'react'
import type { CallInvocationFragment } from '../../generated/documents.ts'
import { Pill, words } from '../../ui/pill.tsx'

const written = (value: unknown) => JSON.stringify(value, null, 2)

/** A function call of the agent: its name and outcome, and all of it for whoever opens it. */
export function Invocation({ invocation, children }: { invocation: CallInvocationFragment; children: ReactNode }) {
  const { functionName, outcome, parameters, result, error, durationMs } = invocation
  return (
    <details className="invocation">
      <summary>
        <strong>{words(functionName)}</strong> <Pill of={outcome} /> <span className="quiet">{Math.round(durationMs)} ms</span> {children}
      </summary>
      {error && <p className="notice notice-error">{error}</p>}
      <h3>Parameters</h3>
      <pre>{written(parameters)}</pre>
      {result != null && (
        <>
          <h3>Result</h3>
          <pre>{written(result)}</pre>
        </>
      )}
    </details>
  )
}
