import { type ClearinghouseSettings, createClearinghouse } from '../../src/domain/payers/eligibility/clearinghouse.ts'
import { type EligibilityRequest, PayerUnavailable } from '../../src/domain/payers/eligibility/eligibility.ts'
import type { FakeClearinghouse } from '../support/fake-clearinghouse.ts'

export const member: EligibilityRequest = {
  payerId: 'aetna',
  tradingPartnerId: '60054',
  memberId: 'W123456789',
  firstName: 'Zebulon',
  lastName: 'Quartermaine',
  dateOfBirth: '1970-03-09',
  groupNumber: 'GRP-77',
}
/** What must not stand in errors: the patient, and the key. */
export const ofThePatient = ['W123456789', 'Zebulon', 'Quartermaine', '19700309', '1970-03-09', 'GRP-77', 'test-key']

/** Asks a fake about `member`. */
export const check = (
  fake: Pick<FakeClearinghouse, 'url'>,
  settings: Partial<ClearinghouseSettings> = {},
  signal = AbortSignal.timeout(20_000),
) => createClearinghouse({ url: fake.url, apiKey: 'test-key', timeoutMs: 10_000, ...settings }).check(member, signal)

/** The error that staff are told of. */
export async function unavailable(answer: Promise<unknown>): Promise<PayerUnavailable> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PayerUnavailable)) throw new Error('no PayerUnavailable', { cause: error })
  return error
}
