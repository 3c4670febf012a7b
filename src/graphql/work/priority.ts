import { builder } from '../builder.ts'

export const Priority = builder.enumType('Priority', {
  description: 'How soon staff should see to something',
  values: {
    low: { description: 'Whenever there is time' },
    medium: { description: 'In its turn' },
    high: { description: 'Before what is ordinary' },
    urgent: { description: 'Now' },
  } as const,
})
