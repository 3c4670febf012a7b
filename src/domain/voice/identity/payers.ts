// TEMPORARY STUB by the main engineer: replace it.
export const payerContradicts = (_payerName: string | null | undefined, _onFile: string | null): boolean => false
