import { createContext, type ReactNode, useContext } from 'react'
import { useQuery } from 'urql'
import { CallerDocument, type CallerQuery, type Scope } from '../generated/documents.ts'
import { Answered } from '../ui/states.tsx'

interface Caller {
  caller: CallerQuery['caller']
  /** Whether the caller has any of these scopes; `admin` has all. */
  may: (...scopes: Scope[]) => boolean
}

const CallerContext = createContext<Caller | undefined>(undefined)

/** It is asked again after the first view is saved, too, when nothing of the type is there yet. */
const ofViews = { additionalTypenames: ['SavedView'] }

/** Asks once who is signed in, and shows nothing of the console before it knows. */
export function CallerProvider({ children }: { children: ReactNode }) {
  const [result] = useQuery({ query: CallerDocument, requestPolicy: 'cache-first', context: ofViews })
  return (
    <Answered result={result}>
      {({ caller }) => {
        const held = new Set(caller.scopes)
        const may = (...scopes: Scope[]) => held.has('admin') || scopes.some((scope) => held.has(scope))
        return <CallerContext value={{ caller, may }}>{children}</CallerContext>
      }}
    </Answered>
  )
}

/** Who is signed in, and what they may. */
export function useCaller(): Caller {
  const caller = useContext(CallerContext)
  if (!caller) throw new Error('useCaller is for what stands inside CallerProvider')
  return caller
}
