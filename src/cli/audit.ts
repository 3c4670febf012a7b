import type { Command } from 'commander'
import { CommandError, graphql } from './client.ts'
import { checkReleased } from './released-file.ts'

interface Seal {
  id: number
  eventCount: number
  previousHash: string
  hash: string
  intact: boolean
  released: boolean
}

const query = `query($after: Int!) {
  auditSeals(after: $after, limit: 100) { id eventCount previousHash hash intact released }
  unsealedAuditEvents(olderThanMinutes: 10)
}`

/** `care audit …`: the trail of who saw and changed what. */
export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('the trail of who saw and changed what')

  audit
    .command('verify')
    .description('compute the chain over all audit events again; exit code 1 where an event was changed, removed or slipped in')
    .option('--expect <hash>', 'a hash that a sink or an earlier run has, which the chain must hold')
    .option('--file <file...>', 'files of released months, whose events are computed again and compared with the chain')
    .action(async ({ expect, file: files = [] }: { expect?: string; file?: string[] }) => {
      const inFiles = new Map((await Promise.all(files.map(checkReleased))).flatMap(({ seals }) => seals.map(({ id, hash }) => [id, hash])))
      const chain = await verifyChain((seal) => {
        if (inFiles.has(seal.id) && inFiles.get(seal.id) !== seal.hash)
          throw new CommandError(`Seal ${seal.id} of a file is not the chain's.`)
        if (seal.released && files.length > 0 && !inFiles.has(seal.id)) throw new CommandError(`No file has the events of seal ${seal.id}.`)
      })
      if (expect !== undefined && !chain.hashes.has(expect)) {
        throw new CommandError(`No seal has the hash ${expect}: the chain was cut or written anew.`)
      }
      console.log(`The chain is intact: ${chain.hashes.size} seals over ${chain.events} events.`)
      if (chain.released > 0 && files.length === 0)
        console.log(`${chain.released} of the seals are of released months: give their files with --file.`)
      console.log(`Last hash: ${chain.last}`)
    })
}

/** Walks the whole chain. @throws CommandError at the first seal that does not hold, and for old events that no seal covers */
async function verifyChain(onSeal: (seal: Seal) => void) {
  let previous: Pick<Seal, 'id' | 'hash'> = { id: 0, hash: '0'.repeat(64) }
  const chain = { events: 0, released: 0, hashes: new Set<string>() }
  for (;;) {
    const { auditSeals, unsealedAuditEvents } = await graphql<{ auditSeals: Seal[]; unsealedAuditEvents: number }>(query, {
      after: previous.id,
    })
    for (const seal of auditSeals) {
      checkLink(previous, seal)
      onSeal(seal)
      chain.events += seal.eventCount
      chain.hashes.add(seal.hash)
      if (seal.released) chain.released++
      previous = seal
    }
    if (auditSeals.length > 0) continue
    if (unsealedAuditEvents > 0) throw new CommandError(`${unsealedAuditEvents} events older than ten minutes are in no seal.`)
    return { ...chain, last: previous.hash }
  }
}

function checkLink(previous: Pick<Seal, 'id' | 'hash'>, seal: Seal): void {
  if (seal.id !== previous.id + 1) throw new CommandError(`Seal ${previous.id + 1} is missing.`)
  if (seal.previousHash !== previous.hash) throw new CommandError(`Seal ${seal.id} does not follow seal ${previous.id}.`)
  if (!seal.intact) throw new CommandError(`An event of seal ${seal.id} was changed or removed.`)
}
