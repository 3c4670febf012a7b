/** What is known of a call by its subject (docs/contract.md, Voice call: `topics_discussed`). */
export const topics = ['benefits_verification', 'pa_requirements', 'adverse_event'] as const
export type Topic = (typeof topics)[number]
