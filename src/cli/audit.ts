import type { Command } from 'commander'
import { CommandError, graphql } from './client.ts'

interface Seal {
  id: number
  eventCount: number
  previousHash: string
  hash: string
  intact: boolean
}

const query = `query($after: Int!) {
  auditSeals(after: $after, limit: 100) { id eventCount previousHash hash intact }
  unsealedAuditEvents(olderThanMinutes: 10)
}`

/** `care audit …`: the trail of who saw and changed what. */
export function auditCommands(program: Command): void {
  program
    .command('audit')
    .description('the trail of who saw and changed what')
    .command('verify')
    .description('compute the chain over all audit events again; exit code 1 where an event was changed, removed or slipped in')
    .option('--expect <hash>', 'a hash that a sink or an earlier run has, which the chain must hold')
    .action(async ({ expect }: { expect?: string }) => {
      let previous: Pick<Seal, 'id' | 'hash'> = { id: 0, hash: '0'.repeat(64) }
      let events = 0
      let isExpectedThere = expect === undefined
      for (;;) {
        const { auditSeals, unsealedAuditEvents } = await graphql<{ auditSeals: Seal[]; unsealedAuditEvents: number }>(query, {
          after: previous.id,
        })
        for (const seal of auditSeals) {
          checkLink(previous, seal)
          events += seal.eventCount
          isExpectedThere ||= seal.hash === expect
          previous = seal
        }
        if (auditSeals.length > 0) continue
        if (unsealedAuditEvents > 0) throw new CommandError(`${unsealedAuditEvents} events older than ten minutes are in no seal.`)
        break
      }
      if (!isExpectedThere) throw new CommandError(`No seal has the hash ${expect}: the chain was cut or written anew.`)
      console.log(`The chain is intact: ${previous.id} seals over ${events} events.\nLast hash: ${previous.hash}`)
    })
}

function checkLink(previous: Pick<Seal, 'id' | 'hash'>, seal: Seal): void {
  if (seal.id !== previous.id + 1) throw new CommandError(`Seal ${previous.id + 1} is missing.`)
  if (seal.previousHash !== previous.hash) throw new CommandError(`Seal ${seal.id} does not follow seal ${previous.id}.`)
  if (!seal.intact) throw new CommandError(`An event of seal ${seal.id} was changed or removed.`)
}
