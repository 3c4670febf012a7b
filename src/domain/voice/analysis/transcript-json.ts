import { z } from 'zod'
import type { Turn } from '../../../language/dialogue.ts'

const words = z.union([z.string(), z.array(z.unknown())])
const entry = z.object({
  role: z.string().optional().catch(undefined),
  speaker: z.string().optional().catch(undefined),
  user: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  content: words.optional().catch(undefined),
  message: words.optional().catch(undefined),
  text: words.optional().catch(undefined),
})
const part = z.object({ text: z.string() })

/** Where platforms put the list within an object. */
const lists = ['transcript', 'messages', 'turns', 'transcripts', 'utterances'] as const

/** The turns of a transcript that is JSON, an array of entries or an object that holds one; undefined where it is not. */
export function turnsOfJson(transcript: string): Turn[] | undefined {
  if (!/^\s*[[{]/u.test(transcript)) return undefined
  const entries = listIn(parsed(transcript))
  if (!entries?.some((item) => entry.safeParse(item).success)) return undefined
  return entries.flatMap((item) => {
    if (typeof item === 'string') return [{ speaker: '', text: item }]
    const read = entry.safeParse(item)
    if (!read.success) return []
    const { role, speaker, user, name, content, message, text } = read.data
    const who = role ?? speaker ?? user ?? name ?? ''
    // An instruction to the agent is nothing that was said.
    return who.toLowerCase() === 'system' ? [] : [{ speaker: who, text: textOf(content ?? message ?? text) }]
  })
}

function parsed(transcript: string): unknown {
  try {
    return JSON.parse(transcript)
  } catch {
    return undefined
  }
}

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return undefined
  const holder = value as Record<string, unknown>
  return lists.map((name) => holder[name]).find((held) => Array.isArray(held))
}

const textOf = (said: string | unknown[] | undefined): string =>
  typeof said === 'string'
    ? said
    : (said ?? []).map((piece) => (typeof piece === 'string' ? piece : (part.safeParse(piece).data?.text ?? ''))).join(' ')
