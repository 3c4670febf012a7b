import { useDraft } from '../parts/use-draft.ts'
import type { Hit } from './use-found.tsx'

const most = 8

/** What the caller found and opened, newest first; kept as drafts are, since names of patients are in it. */
export function useRecent(): { recent: Hit[]; remember: (hit: Hit) => void } {
  const [text, keep] = useDraft('recent')
  const recent = (text === '' ? [] : JSON.parse(text)) as Hit[]
  return {
    recent,
    remember: ({ kind, title, address }) =>
      keep(JSON.stringify([{ kind, title, address }, ...recent.filter((one) => one.address !== address)].slice(0, most))),
  }
}
