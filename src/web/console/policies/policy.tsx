import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { PolicyDocument, type PolicyQuery, RemovePolicyDocument } from '../generated/documents.ts'
import { count } from '../parts/formats.ts'
import { useSettled } from '../parts/use-settled.ts'
import { useCaller } from '../shell/caller.tsx'
import { notify } from '../shell/notices.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Definitions } from '../ui/definitions.tsx'
import { Field } from '../ui/field.tsx'
import { Pill } from '../ui/pill.tsx'
import { Answered, Empty, Trouble } from '../ui/states.tsx'
import { Day } from '../ui/time.tsx'
import { payerOf, states, titleOf } from './policy-words.ts'
import { Readings } from './readings.tsx'

type PolicyShown = NonNullable<PolicyQuery['policyDocument']>
type Rule = PolicyShown['rules'][number]

/** So many drugs are shown at once; a medicine's name finds the others. */
const mostShown = 50

interface Props {
  id: number
  /** When the policy last changed, as the list has it: it is asked for again then. */
  changed: string | undefined
  onRemoved: () => void
}

/** One policy: what is read from it for each drug, with the words that say so. */
export function Policy({ id, changed, onRemoved }: Props) {
  const [medicine, setMedicine] = useState('')
  const medication = useSettled(medicine).trim() || null
  const [result, ask] = useQuery({ query: PolicyDocument, variables: { id, medication } })
  useEffect(() => ask({ requestPolicy: 'network-only' }), [changed])
  return (
    <aside className="card detail" aria-label="The policy">
      <Answered result={result}>
        {({ policyDocument: policy }) =>
          policy ? (
            <>
              <Head policy={policy} onRemoved={onRemoved} />
              <Readings policy={policy} onDecided={() => ask({ requestPolicy: 'network-only' })} />
              <Field label="Medicine" type="search" autoComplete="off" value={medicine} onChange={setMedicine} />
              <Rules policy={policy} isNarrowed={medication !== null} />
            </>
          ) : (
            <Empty title="There is no such policy" />
          )
        }
      </Answered>
    </aside>
  )
}

function Head({ policy, onRemoved }: { policy: PolicyShown; onRemoved: () => void }) {
  const { may } = useCaller()
  const [{ error }, remove] = useMutation(RemovePolicyDocument)
  return (
    <>
      <header className="row">
        <h2>{titleOf(policy)}</h2>
        <Pill of={policy.state} called={states[policy.state]} />
        {policy.sample && <Pill of="sample" called="Made up" />}
      </header>
      {policy.error && <p className="notice notice-error">{policy.error}</p>}
      <Definitions
        close
        of={[
          ['Payer', payerOf(policy)],
          ['Name', policy.name],
          ['Counts from', policy.effectiveDate && <Day key="from" on={policy.effectiveDate} />],
          [
            'Address',
            policy.url && (
              <a key="url" href={policy.url} target="_blank" rel="noreferrer">
                {new URL(policy.url).host}
              </a>
            ),
          ],
        ]}
      />
      <Trouble of={error} />
      {may('library') && (
        <div className="row">
          <Confirm
            label="Remove"
            name={titleOf(policy)}
            onConfirm={() =>
              void remove({ id: policy.id }).then(({ data }) => {
                if (!data) return
                notify(`${titleOf(policy)} is removed.`)
                onRemoved()
              })
            }
          >
            Nothing is said of what its payer requires any more, unless another policy says it.
          </Confirm>
        </div>
      )}
    </>
  )
}

function Rules({ policy: { rules, ruleCount, state }, isNarrowed }: { policy: PolicyShown; isNarrowed: boolean }) {
  if (rules.length === 0)
    return <p className="muted">{isNarrowed ? 'It names no such medicine.' : state === 'ready' && 'No requirement was found in it.'}</p>
  return (
    <>
      <ul className="parted-list">
        {rules.map((rule) => (
          <li key={`${rule.name} ${rule.product}`}>
            <DrugRule rule={rule} />
          </li>
        ))}
      </ul>
      {rules.length === mostShown && ruleCount > mostShown && (
        <p className="muted small">
          {mostShown} of {count(ruleCount)}: type a name to find the others.
        </p>
      )}
    </>
  )
}

const steps = ({ stepTherapySets }: Rule) =>
  stepTherapySets.map(
    ({ indication, drugs, needed }) =>
      `${indication ? `${indication}: ` : ''}${needed === null ? '' : `${needed} of `}${drugs.join(', ') || 'not named'}`,
  )

/** What the policy says of one drug. */
function DrugRule({ rule }: { rule: Rule }) {
  const { name, product, requirement, stepTherapyRequired, criteria, quotes } = rule
  return (
    <details>
      <summary>
        <strong>{product ?? name ?? 'Every drug that no other policy names'}</strong>{' '}
        {requirement ? <Pill of={requirement} called={called[requirement]} /> : <span className="muted">authorization not said</span>}{' '}
        {stepTherapyRequired && <Pill of="step_therapy" called="Step therapy" tone="warn" />}
      </summary>
      {steps(rule).length > 0 && (
        <>
          <h3>To be tried first</h3>
          <ul>
            {steps(rule).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </>
      )}
      {criteria.length > 0 && (
        <>
          <h3>Criteria</h3>
          <ul>
            {criteria.map((criterion) => (
              <li key={criterion}>{criterion}</li>
            ))}
          </ul>
        </>
      )}
      <h3>Where it says so</h3>
      {[...new Set(quotes)].map((quote) => (
        <blockquote key={quote}>{quote}</blockquote>
      ))}
    </details>
  )
}

const called = { REQUIRED: 'Authorization required', NOT_REQUIRED: 'No authorization', EXCLUDED: 'Not covered' } as const
