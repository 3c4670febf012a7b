export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent'

const tones: Record<string, Tone> = {
  urgent: 'bad',
  high: 'warn',
  overdue: 'bad',
  severe: 'bad',
  life_threatening: 'bad',
  denied: 'bad',
  FAILED: 'bad',
  failed: 'bad',
  approved: 'good',
  VERIFIED: 'good',
  completed: 'good',
  active: 'good',
  confirmed: 'accent',
  in_review: 'accent',
  open: 'warn',
  pending: 'warn',
  PENDING: 'warn',
  PARTIAL: 'warn',
  IN_PROGRESS: 'accent',
  in_progress: 'accent',
  requested: 'warn',
  rejected: 'bad',
  succeeded: 'good',
  ready: 'good',
  queued: 'accent',
  identity_required: 'warn',
  incomplete: 'warn',
  answer: 'good',
  uncertain: 'warn',
  not_found: 'warn',
  REQUIRED: 'warn',
}

/** Values are plain lower case, some of them in British spelling; people read American. */
const spellings = [
  [/\bpa\b/, 'PA'],
  [/\bapi\b/, 'API'],
  [/\bfaq\b/, 'FAQ'],
  ['follow up', 'follow-up'],
  ['life threatening', 'life-threatening'],
  ['hospitalisation', 'hospitalization'],
  ['cancelled', 'canceled'],
] as const

/** An enum's value in words: `pa_case` is "Pa case", `IN_PROGRESS` "In progress". */
export const words = (value: string): string => {
  const plain = spellings.reduce((text, [from, to]) => text.replace(from, to), value.replaceAll('_', ' ').toLowerCase())
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** A short word with a color; the word alone says it all. @param called where its value is not the word */
export const Pill = ({ of, called, tone }: { of: string; called?: string; tone?: Tone }) => (
  <span className={`pill ${tone ?? tones[of] ?? 'plain'}`}>{called ?? words(of)}</span>
)
