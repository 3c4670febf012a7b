import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { type CallInvocationFragment, InvocationParametersDocument } from '../../generated/documents.ts'
import { Pill, words } from '../../ui/pill.tsx'

const written = (value: unknown) => JSON.stringify(value, null, 2)

/** A function call of the agent: its name and outcome, and all of it for whoever opens it. */
export function Invocation({ invocation, children }: { invocation: CallInvocationFragment; children: ReactNode }) {
  const { id, functionName, outcome, parametersStart, result, error, durationMs } = invocation
  const [open, setOpen] = useState(false)
  const [{ data }] = useQuery({ query: InvocationParametersDocument, variables: { id }, pause: !open })
  return (
    <details className="invocation" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{words(functionName)}</strong> <Pill of={outcome} /> <span className="quiet">{Math.round(durationMs)} ms</span> {children}
      </summary>
      {error && <p className="notice notice-error">{error}</p>}
      <h3>Parameters</h3>
      <pre>{data?.functionInvocation ? written(data.functionInvocation.parameters) : parametersStart}</pre>
      {result != null && (
        <>
          <h3>Result</h3>
          <pre>{written(result)}</pre>
        </>
      )}
    </details>
  )
}
