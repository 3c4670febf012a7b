import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { PatientChangedDocument, WorkChangedDocument, type WorkChangedFilter } from '../generated/documents.ts'
import { useEvents } from './use-events.ts'
import { useSoon } from './use-soon.ts'

const Live = createContext<EventTarget | undefined>(undefined)

/** Reads again when something changes that this part of the page listens to (`LiveWork`, `LivePatient`). */
export function useLive(again: () => unknown): void {
  const target = useContext(Live)
  const latest = useRef(again)
  latest.current = again
  useEffect(() => {
    const listen = () => void latest.current()
    target?.addEventListener('changed', listen)
    return () => target?.removeEventListener('changed', listen)
  }, [target])
}

function useChanges() {
  const [target] = useState(() => new EventTarget())
  const tell = useSoon(() => void target.dispatchEvent(new Event('changed')))
  return { target, listener: { onData: tell, onConnected: tell } }
}

/** Lists and records inside are read again when work changes that the filter keeps. */
export function LiveWork({ filter, children }: { filter: WorkChangedFilter | undefined; children: ReactNode }) {
  return filter ? <Listening filter={filter}>{children}</Listening> : children
}

function Listening({ filter, children }: { filter: WorkChangedFilter; children: ReactNode }) {
  const { target, listener } = useChanges()
  useEvents(WorkChangedDocument, { filter }, listener)
  return <Live value={target}>{children}</Live>
}

/** Lists and records inside are read again when a patient's record or the work about it changes. */
export function LivePatient({ id, children }: { id: number; children: ReactNode }) {
  const { target, listener } = useChanges()
  useEvents(PatientChangedDocument, { id }, listener)
  useEvents(WorkChangedDocument, { filter: { patientId: id } }, listener)
  return <Live value={target}>{children}</Live>
}
