/**
 * The type of a call that our agent makes to a payer. Nobody on the line is a patient: there is no caller to verify, the
 * call is about a patient from the start, and what the payer says of the benefits is read.
 */
export const payerCallType = 'benefits_verification'

/** The one rule for what a payer call is (docs/contract.md, Voice calls). */
export const isPayerCall = ({ callType }: { callType: string }): boolean => callType === payerCallType
