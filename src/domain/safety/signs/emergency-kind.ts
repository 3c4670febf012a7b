/** The gravest first, as far as its answer holds what the others say. */
export const emergencyKinds = ['self_harm', 'overdose', 'medical'] as const
export type EmergencyKind = (typeof emergencyKinds)[number]
