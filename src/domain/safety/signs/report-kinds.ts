/** What the safety team of a medicine's maker must learn of (ICH E2D), as cases name it. */
export const reportKinds = ['side_effect', 'pregnancy', 'overdose', 'medication_error', 'lack_of_effect', 'product_complaint'] as const
export type ReportKind = (typeof reportKinds)[number]
