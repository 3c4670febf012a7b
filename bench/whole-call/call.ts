import { apiKey } from '../support.ts'

/** Turns of a call; half of them the caller's. */
export const turns = 30

const said = [
  'Hi, I am calling about my coverage for Humira, I think my deductible is not met yet.',
  'They told me I need a prior authorization and I am really frustrated about it.',
  'Since the last injection I have had a bad rash on my arm.',
  'My doctor sent the form two weeks ago and nobody has called me.',
  'Thank you so much, that was very helpful.',
]
const answered = 'I understand. Let me look at that for you, it takes a moment.'

/** A patient as `fill` makes them. */
export const personOf = (i: number) => ({
  first_name: `First${i}`,
  last_name: `Last${i}`,
  dob: new Date(Date.UTC(1940, 0, 1 + (i % 27_000))).toISOString().slice(0, 10),
  member_id: `mem${i}`,
})

async function post(url: string, path: string, body: object) {
  const response = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** One call from its first function to its report, and the page that staff open afterwards. */
export async function wholeCall(url: string, patient: number): Promise<void> {
  const conversation_id = `whole-${patient}`
  const invoke = (function_name: string, parameters: object) => post(url, '/voice/webhook', { conversation_id, function_name, parameters })
  const { patient_id } = await invoke('patient_lookup', personOf(patient))
  if (patient_id !== patient) throw new Error(`patient ${patient} was not verified`)
  await invoke('verify_benefits', { patient_id, medication: 'Humira' })
  await invoke('check_pa_requirements', { patient_id, medication: 'Humira' })
  await invoke('flag_adverse_event', { patient_id, event_description: 'a rash after the injection', severity: 'mild' })
  const spoken = Array.from({ length: turns }, (_, turn) =>
    turn % 2 ? { speaker: 'user', text: said[((turn - 1) / 2) % said.length] ?? '' } : { speaker: 'agent', text: answered },
  )
  const transcript = spoken.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n')
  const report = { conversation_id, status: 'completed', duration_seconds: 300, transcript }
  const { voice_call_id } = await post(url, '/webhooks/voice/post-call', report)
  const start = Date.UTC(2026, 0, 1)
  for (const [turn, { speaker, text }] of spoken.entries())
    await post(url, `/voice/${voice_call_id}/add-utterance`, { text, speaker, timestamp: new Date(start + turn * 10_000).toISOString() })
  const page = await fetch(`${url}/v1/voice/calls/${voice_call_id}`, { headers: { authorization: `Bearer ${apiKey}` } })
  if (!page.ok) throw new Error(`the call's page: ${page.status}`)
  await page.arrayBuffer()
}
