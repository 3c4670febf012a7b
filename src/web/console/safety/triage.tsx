import { useState } from 'react'
import type { SafetyReportRowFragment, TriageElement } from '../generated/documents.ts'
import { useShortcuts } from '../shell/shortcuts.tsx'
import { Button } from '../ui/button.tsx'

const elements: readonly (readonly [TriageElement, key: string, words: string])[] = [
  ['patient', 'p', 'A patient who can be identified'],
  ['reporter', 'r', 'Somebody who told of it'],
  ['event', 'e', 'An adverse event'],
  ['medicine', 'm', 'A suspect medicine'],
]

interface Props {
  report: SafetyReportRowFragment
  busy: boolean
  onTriaged: (elements: TriageElement[], send: boolean) => void
}

/** The four elements of a valid report, one key each; with all of them it goes out. */
export function Triage({ report, busy, onTriaged }: Props) {
  const [found, setFound] = useState<readonly TriageElement[]>(report.triage)
  const toggle = (element: TriageElement) =>
    setFound((before) => (before.includes(element) ? before.filter((one) => one !== element) : [...before, element]))
  const isWhole = elements.every(([element]) => found.includes(element))
  const send = () => !busy && onTriaged([...found], true)
  useShortcuts('Triage', {
    ...Object.fromEntries(elements.map(([element, key, words]) => [key, [words, () => toggle(element)] as const])),
    t: ['Send the report', send],
  })
  return (
    <fieldset className="choices">
      <legend>Triage: what is there?</legend>
      {elements.map(([element, key, words]) => (
        <label key={element}>
          <input type="checkbox" checked={found.includes(element)} onChange={() => toggle(element)} />
          <span>
            {words} <kbd>{key}</kbd>
          </span>
        </label>
      ))}
      <div className="row">
        <Button look={isWhole ? 'primary' : 'plain'} isDisabled={busy} onClick={send}>
          {isWhole ? 'Send it' : 'Send it incomplete'}
        </Button>
        {!isWhole && (
          <Button isDisabled={busy} onClick={() => onTriaged([...found], false)}>
            Save the triage
          </Button>
        )}
      </div>
    </fieldset>
  )
}
