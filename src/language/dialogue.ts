/** Something that one side of a call said. */
export interface Turn {
  /** As the platform names it: `user`, `agent`, `assistant`, a person's name … */
  speaker: string
  text: string
}

const agentSpeakers = new Set(['agent', 'assistant', 'bot', 'ai', 'system', 'robot', 'representative', 'operator', 'tool', 'agent-action'])

/** Whether a turn is the service's own side: what our agent says is not what the caller reports. */
export const isAgent = ({ speaker }: Pick<Turn, 'speaker'>): boolean => agentSpeakers.has(speaker.trim().toLowerCase())

/** Who speaks in a transcript that does not say so. Counts as the caller, so that nothing a caller reports is lost. */
export const unknownSpeaker = 'unknown'
