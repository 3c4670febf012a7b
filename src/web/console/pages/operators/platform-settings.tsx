import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import { type PlatformRowFragment, UpdatePlatformDocument } from '../../generated/documents.ts'
import { notify } from '../../shell/notices.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Trouble } from '../../ui/states.tsx'

interface PlatformSettingsProps {
  platform: PlatformRowFragment
  onChanged: () => void
}

/** Platforms whose agents' calls can be listed. */
const withAgents = new Set(['vapi', 'retell', 'elevenlabs'])

type Numbers = PlatformRowFragment['numbers']

/** A number a line: number, language, program. */
const linesOf = (numbers: Numbers) =>
  numbers.map(({ number, language, program }) => [number, language ?? '', program ?? ''].join(', ').replace(/(, )+$/, '')).join('\n')

const numbersIn = (lines: string): Numbers =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [number = '', language, ...program] = line.split(',').map((part) => part.trim())
      return { number, language: language || null, program: program.join(', ') || null }
    })

/** What a connection is about: its line, its agents and, of ElevenLabs, what they say by the number called. */
export function PlatformSettings({ platform, onChanged }: PlatformSettingsProps) {
  const { id, provider } = platform
  const [line, setLine] = useState(platform.line ?? '')
  const [agents, setAgents] = useState(platform.agents.join(', '))
  const [numbers, setNumbers] = useState(linesOf(platform.numbers))
  const [{ fetching, error }, update] = useMutation(UpdatePlatformDocument)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const agentIds = agents.split(/[\s,]+/).filter((agent) => agent !== '')
    const { data } = await update({ input: { id, line: line.trim() || null, agents: agentIds, numbers: numbersIn(numbers) } })
    if (!data?.updatePlatformConnection) return
    notify('Saved.')
    onChanged()
  }

  return (
    <form onSubmit={submit} className="stack">
      <Field label="Phone line, shared with connections that tell of the same calls" value={line} maxLength={100} onChange={setLine} />
      {withAgents.has(provider) && <Field label="Agents whose calls are listed, by their ids" value={agents} onChange={setAgents} />}
      {provider === 'elevenlabs' && (
        <Field label="Numbers called, a line each: number, language, program" lines={3} value={numbers} onChange={setNumbers} />
      )}
      <Trouble of={error} />
      <div className="actions">
        <Button type="submit" isDisabled={fetching}>
          Save
        </Button>
      </div>
    </form>
  )
}
