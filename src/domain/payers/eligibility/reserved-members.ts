import { memberIdKey } from '../member-id.ts'

/**
 * Member IDs with special behaviour in the sandbox, for any payer. Case and punctuation do not matter, and digits may follow
 * (`sandbox flaky 2`), so that several patients can use the same behaviour.
 */
export const reservedMembers = [
  { id: 'SANDBOX-INACTIVE', happens: 'Coverage ended with last year: `coverage_status` is `inactive`, nothing else is told.' },
  { id: 'SANDBOX-UNKNOWN', happens: 'Rejected: the payer does not know the member (AAA 75).' },
  { id: 'SANDBOX-INVALID', happens: 'Rejected: the member ID is not valid (AAA 72).' },
  { id: 'SANDBOX-BIRTHDATE', happens: 'Rejected: the date of birth is another than on the payer’s file (AAA 71).' },
  { id: 'SANDBOX-SLOW', happens: 'Answers as for any other member, after 8 seconds.' },
  { id: 'SANDBOX-VERY-SLOW', happens: 'Answers as for any other member, after 40 seconds.' },
  { id: 'SANDBOX-FAILING', happens: 'Never answers: every request fails and may be sent again (AAA 42).' },
  { id: 'SANDBOX-FLAKY', happens: 'Fails twice, then answers: every third request succeeds.' },
  {
    id: 'SANDBOX-LIMITED',
    happens: 'Refuses a request as one too many (again after 2 seconds), then answers: every second request succeeds.',
  },
  { id: 'SANDBOX-PARTIAL', happens: 'Tells coverage and the individual deductible only.' },
  { id: 'SANDBOX-EMPTY', happens: 'Answers without an error, and without any benefits.' },
] as const

export type ReservedMember = (typeof reservedMembers)[number]['id']

const reservedByKey = new Map<string, ReservedMember>(reservedMembers.map(({ id }) => [memberIdKey(id), id]))

/** The reserved ID that a member ID stands for, if any. */
export const reservedMember = (memberId: string): ReservedMember | undefined =>
  reservedByKey.get(memberIdKey(memberId).replace(/[0-9]+$/, ''))
