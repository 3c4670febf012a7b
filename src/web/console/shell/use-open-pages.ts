import { type ConsolePage, pages } from '../pages.ts'
import { useCaller } from './caller.tsx'

/** The pages that the caller may open. */
export function useOpenPages(): ConsolePage[] {
  const { may } = useCaller()
  return pages.filter(({ scopes }) => scopes === undefined || may(...scopes))
}
