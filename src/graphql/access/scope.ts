import type { Scope as ScopeName } from '../../domain/access/caller.ts'
import { builder } from '../builder.ts'

export const Scope = builder.enumType('Scope', {
  description: 'What a key or a person may do',
  values: {
    patients_read: { value: 'patients:read', description: 'Read patients, calls, conversations, benefits, cases and figures' },
    patients_write: { value: 'patients:write', description: 'Change patients and medications; work on calls, follow-ups and callbacks' },
    voice_webhook: { value: 'voice:webhook', description: 'Functions and reports of a voice platform, and nothing else' },
    safety_review: { value: 'safety:review', description: 'Read and decide adverse events' },
    benefits: { description: 'Read and decide verifications, prior authorization cases, discrepancies and readings of policies' },
    library: { description: 'Keep sources, policies and widget clients' },
    access: { description: 'Manage keys and people; read the audit trail; run failed jobs again' },
    widget: { description: 'The content widget of one client' },
    care: { description: 'patients_read, patients_write, voice_webhook, safety_review and benefits' },
    admin: { description: 'library and access' },
  } as const satisfies Record<string, { value?: ScopeName; description: string }>,
})
