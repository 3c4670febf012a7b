import { builder } from '../builder.ts'

/** The severities of adverse events (docs/contract.md, Severity). A name of GraphQL has no hyphen. */
export const Severity = builder.enumType('Severity', {
  description: 'How bad an adverse event is',
  values: {
    mild: { description: 'To be watched' },
    moderate: { description: 'A reason to contact a doctor soon' },
    severe: { description: 'A reason to contact a doctor at once' },
    life_threatening: { value: 'life-threatening', description: 'A reason to call emergency services' },
  } as const,
})
