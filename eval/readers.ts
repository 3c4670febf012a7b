import type { Result } from './measured.ts'

interface Reader {
  name: string
  load(): Promise<{ measure(): Result[] | Promise<Result[]> }>
  /** Lives hang on each row: one that was right may never come out wrong. Of other readers shares are guarded. */
  eachRow?: true
  /** Needs minutes: the local embedding model, or many long texts. */
  slow?: true
}

/** What is measured, one small file each. */
export const readers: Reader[] = [
  { name: 'messages', load: () => import('./readers/messages.ts') },
  { name: 'emergencies', load: () => import('./readers/emergencies.ts'), eachRow: true },
  { name: 'side-effects', load: () => import('./readers/side-effects.ts'), eachRow: true },
  { name: 'advice-requests', load: () => import('./readers/advice-requests.ts') },
  { name: 'asked-of-pages', load: () => import('./readers/asked-of-pages.ts') },
  { name: 'standalone-questions', load: () => import('./readers/standalone-questions.ts') },
  { name: 'adverse-mentions', load: () => import('./readers/adverse-mentions.ts') },
  { name: 'emotional-states', load: () => import('./readers/emotional-states.ts') },
  { name: 'payer-calls', load: () => import('./readers/payer-calls.ts') },
  { name: 'policies', load: () => import('./readers/policies.ts') },
  { name: 'call-analysis', load: () => import('./readers/call-analysis.ts') },
  { name: 'identity', load: () => import('./readers/identity.ts'), eachRow: true },
  { name: 'jcodes', load: () => import('./readers/jcodes.ts') },
  { name: 'sections', load: () => import('./readers/sections.ts') },
  { name: 'adverse-mentions-embedded', load: () => import('./readers/adverse-mentions-embedded.ts'), slow: true },
  { name: 'chat-answers', load: () => import('./readers/chat-answers.ts'), slow: true },
  { name: 'retrieval', load: () => import('./readers/retrieval.ts'), slow: true },
  { name: 'rounds-messages', load: () => import('./rounds/messages.ts'), slow: true },
  { name: 'rounds-visitors', load: () => import('./rounds/visitors.ts'), slow: true },
  { name: 'rounds-details', load: () => import('./rounds/details.ts'), slow: true },
  { name: 'rounds-identity', load: () => import('./rounds/identity.ts'), slow: true },
  { name: 'rounds-calls', load: () => import('./rounds/calls.ts'), slow: true },
  { name: 'rounds-payer-calls', load: () => import('./rounds/payer-calls.ts'), slow: true },
  { name: 'rounds-policies', load: () => import('./rounds/policies.ts'), slow: true },
  { name: 'rounds-sections', load: () => import('./rounds/sections.ts'), slow: true },
  { name: 'rounds-chat', load: () => import('./rounds/chat.ts'), slow: true },
]
