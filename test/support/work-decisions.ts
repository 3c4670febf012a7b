import { benefitsOf } from './benefits.ts'
import { type TestService, until } from './service.ts'
import { newConversation } from './voice.ts'
import { type Item, workOf } from './work.ts'

interface Decision {
  kind: string
  make(service: TestService): Promise<Item>
  /** The mutation with its payload's record, and what is decided. */
  field: string
  record: string
  values: object
  state: string
}

async function discrepancy(service: TestService): Promise<Item> {
  const [benefits, work] = [benefitsOf(service), workOf(service)]
  const { id } = await work.voice.person()
  const verified = () =>
    service.sql<{ benefits: { deductibleIndividual?: number } }>(
      'SELECT benefits FROM benefits_verification WHERE patient_id = $1 AND completed_at IS NOT NULL',
      [id],
    )
  const [row] = await until(async () => ((await verified()).length > 0 ? verified() : undefined))
  const told = Object.values(row?.benefits ?? {}).find((value) => typeof value === 'number') ?? 0
  const conversation = newConversation('payer')
  await benefits.registerPayerCall(conversation, id)
  await work.voice.postCall(conversation, {
    status: 'completed',
    duration_seconds: 180,
    transcript: `Agent: What is the deductible?\nRepresentative: The individual in-network deductible is $${(row?.benefits.deductibleIndividual ?? told) + 250}.`,
  })
  const found = () => service.sql<{ id: number }>('SELECT id FROM benefit_contradiction WHERE patient_id = $1', [id])
  const [one] = await until(async () => ((await found()).length > 0 ? found() : undefined))
  return work.itemOf('discrepancy', one?.id ?? 0)
}

export async function paCase(service: TestService): Promise<Item> {
  const work = workOf(service)
  const { id } = await work.voice.person()
  const done = () => service.sql('SELECT 1 FROM benefits_verification WHERE patient_id = $1 AND completed_at IS NOT NULL', [id])
  await until(async () => (await done()).length > 0)
  const { paCaseId } = await benefitsOf(service).start(id, 'Zorbinolol')
  return work.itemOf('pa_case', paCaseId)
}

export async function followUp(service: TestService): Promise<Item> {
  const work = workOf(service)
  const { recordId } = await work.flagged()
  const [row] = await service.sql<{ id: number }>('SELECT id FROM follow_up_action WHERE adverse_event_id = $1', [recordId])
  return work.itemOf('follow_up_action', row?.id ?? 0)
}

/** A decision on each kind of work, made as the mutation of that kind makes it. */
export const decisions: Decision[] = [
  {
    kind: 'adverse_event',
    make: (service) => workOf(service).flagged(),
    field: 'reviewAdverseEvent',
    record: 'adverseEvent',
    values: { state: 'confirmed' },
    state: 'confirmed',
  },
  {
    kind: 'follow_up_action',
    make: followUp,
    field: 'updateFollowUpAction',
    record: 'followUpAction',
    values: { status: 'completed' },
    state: 'completed',
  },
  {
    kind: 'callback',
    make: (service) => workOf(service).callback(),
    field: 'closeCallback',
    record: 'callback',
    values: { completed: true },
    state: 'completed',
  },
  { kind: 'pa_case', make: paCase, field: 'movePaCase', record: 'paCase', values: { to: 'not_required' }, state: 'not_required' },
  {
    kind: 'discrepancy',
    make: discrepancy,
    field: 'resolveDiscrepancy',
    record: 'benefitDiscrepancy',
    values: { keep: 'voice' },
    state: 'voice',
  },
  {
    kind: 'rejected_invocation',
    make: (service) => workOf(service).rejected(),
    field: 'reviewFunctionInvocation',
    record: 'functionInvocation',
    values: {},
    state: 'reviewed',
  },
]
