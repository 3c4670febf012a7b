import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Conversation } from './conversation.ts'
import type { ServiceClient } from './service-client.ts'
import type { Texts } from './texts.ts'

/** What every part of the widget may use. */
export interface Surroundings {
  texts: Texts
  client: ServiceClient
  conversation: Conversation
  /** Says something to those who hear the page. */
  announce(text: string): void
}

export const Around = createContext<Surroundings | undefined>(undefined)

export function useSurroundings(): Surroundings {
  const around = useContext(Around)
  if (!around) throw new Error('outside the widget')
  return around
}

export function useConversation(conversation: Conversation) {
  const [state, setState] = useState(conversation.state())
  useEffect(() => {
    setState(conversation.state())
    return conversation.listen(setState)
  }, [conversation])
  return state
}
