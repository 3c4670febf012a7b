import { setTimeout as wait } from 'node:timers/promises'
import { keyOf, serviceUrl } from '../../../src/cli/client.ts'
import { clientOf, until } from '../service.ts'
import { voiceOf } from '../voice.ts'
import { connectAccount, type Fake } from './account.ts'
import { bland } from './bland.ts'
import { elevenlabs } from './elevenlabs.ts'
import { retell } from './retell.ts'
import { twilio } from './twilio.ts'
import { vapi } from './vapi.ts'

// `npm run demo:call -- vapi`: places a whole call against a running service, as that platform would, while the console shows it: identity,
// a function, live words, an adverse event that nobody flags, and the report. With `--lost` the report never comes.
// `CARE_URL` and `API_KEY` as for `care`.

const fakes: Fake[] = [vapi, retell, elevenlabs, bland, twilio]
const fake = fakes.find(({ provider }) => provider === process.argv[2])
if (!fake) throw new Error(`Say which platform: ${fakes.map(({ provider }) => provider).join(', ')}.`)
const isLost = process.argv.includes('--lost')

const url = serviceUrl()
const client = clientOf(() => url, keyOf('API_KEY'))
const voice = voiceOf(client)
const say = (text: string) => process.stdout.write(`${text}\n`)

// Somebody new each time: of two with the same member ID neither would be verified.
const person = await voice.person({ member_id: `DEMO-${Date.now()}`, phone: `+1555${String(Date.now()).slice(-7)}` })
const account = await connectAccount(client, fake.provider, fake.secret)
const id = `demo-${fake.provider}-${Date.now()}`
const script = {
  id,
  number: person.phone,
  said: [
    { role: 'agent', text: 'Thank you for calling. How can I help you today?', seconds: 1 },
    { role: 'user', text: 'Is Humira covered by my plan?', seconds: 6 },
    { role: 'agent', text: 'Yes, Humira is covered.', seconds: 12 },
    { role: 'user', text: 'Since the last Humira injection I have had a terrible rash all over my arms.', seconds: 18 },
  ],
} as const

say(`A call of ${person.first_name} ${person.last_name} by ${fake.provider}: ${url}/console/calls`)
const messages = fake.messagesOf(script)
for (const [at, message] of messages.entries()) {
  if (isLost && at >= messages.length - (fake.isLive ? 2 : 1)) break
  say(`${(await fake.send(account, message)).status} ${Object.values(message).find((value) => typeof value === 'string') ?? 'message'}`)
  if (at === 0 && fake.invoke) {
    const verified = await fake.invoke(account, id, 'patient_lookup', voice.details(person))
    say(`patient_lookup: ${JSON.stringify(verified.body)}`)
    const benefits = await fake.invoke(account, id, 'verify_benefits', { patient_id: person.id, medication: 'Humira' })
    say(`verify_benefits: ${JSON.stringify(benefits.body)}`)
  }
  await wait(1500)
}
if (isLost) say('The report is lost. Give the connection a key of the API, or wait a day.')
else {
  await until(async () => (await voice.fields(id, 'analysisStatus')).analysisStatus === 'completed')
  const { id: callId, ...call } = await voice.fields(id, 'id status callOutcome analysisMetadata { summary { overview } }')
  say(JSON.stringify(call))
  for (const { severity, eventDescription } of await voice.cases(callId)) say(`adverse event, ${severity}: ${eventDescription}`)
}
