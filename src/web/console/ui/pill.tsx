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
  REQUIRED: 'warn',
}

/** An enum's value in words: `pa_case` is "Pa case", `IN_PROGRESS` "In progress". */
export const words = (value: string): string => {
  const plain = value
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\bpa\b/, 'PA')
    .replace(/\bapi\b/, 'API')
    .replace('follow up', 'follow-up')
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** A short word with a colour; the word alone says it all. */
export const Pill = ({ of, tone }: { of: string; tone?: Tone }) => (
  <span className={`pill ${tone ?? tones[of] ?? 'plain'}`}>{words(of)}</span>
)
