import { useCaller } from './caller.tsx'
import type { Hit } from './use-found.tsx'

/** What each person opened last, in this tab's memory alone: names of patients are in it. */
const opened = new Map<string, Hit[]>()
const most = 8

/** What the caller found and opened in this tab, newest first. */
export function useRecent(): { recent: Hit[]; remember: (hit: Hit) => void } {
  const { caller } = useCaller()
  const recent = opened.get(caller.id) ?? []
  return {
    recent,
    remember: (hit) => opened.set(caller.id, [hit, ...recent.filter(({ address }) => address !== hit.address)].slice(0, most)),
  }
}
