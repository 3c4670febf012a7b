import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { CommandError } from './client.ts'

/** As the database computes it (`audit_hash`), without asking it. */
const hashOf = (previousHash: string, lines: readonly string[]) =>
  createHash('sha256')
    .update([previousHash, ...lines].join('\n'))
    .digest('hex')

interface CheckedFile {
  events: number
  seals: { id: number; hash: string }[]
}

/**
 * Computes the seals of a released file again.
 * @throws CommandError naming the first seal that does not cover the lines before it
 */
export async function checkReleased(file: string): Promise<CheckedFile> {
  // Opened first: the lines would end without a word where it cannot be.
  const input = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}).`)
  })
  const lines = createInterface({ input: input.createReadStream() })
  const checked: CheckedFile = { events: 0, seals: [] }
  let events: string[] = []
  for await (const line of lines) {
    const parsed = parsedLine(line)
    if (parsed.seal === undefined) {
      events.push(line)
      continue
    }
    if (events.length !== parsed.events || hashOf(parsed.previous_hash, events) !== parsed.hash) {
      throw new CommandError(`The events of seal ${parsed.seal} are not those that were sealed.`)
    }
    checked.events += events.length
    checked.seals.push({ id: parsed.seal, hash: parsed.hash })
    events = []
  }
  if (events.length > 0) throw new CommandError(`${events.length} events at the end have no seal: the file is not whole.`)
  return checked
}

function parsedLine(line: string): { seal?: number; events: number; previous_hash: string; hash: string } {
  try {
    return JSON.parse(line)
  } catch {
    throw new CommandError('A line of the file is no JSON: it is no released month, or was changed.')
  }
}
