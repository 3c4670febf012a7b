import { parse } from 'csv-parse/sync'
import { Failure } from '../../../platform/failure.ts'
import type { ReceivedReport } from './reconcile.ts'

/** Lines of a list at most. */
const mostLines = 10_000

/**
 * Reads a manufacturer's list of received reports: CSV with a header, the columns `case_number`, `version` and perhaps `receiver_number`, in any case and
 * order, others beside them.
 * @throws Failure INVALID_INPUT, which names the line
 */
export function receivedOf(csv: string): ReceivedReport[] {
  const rows = parsed(csv)
  return rows.map((row, index) => {
    const caseNumber = row.case_number?.trim() ?? ''
    const version = Number(row.version)
    if (caseNumber === '') throw wrong(`line ${index + 2} has no case_number`)
    if (!Number.isInteger(version) || version < 1) throw wrong(`line ${index + 2} has no version: a whole number from 1`)
    const receiverNumber = row.receiver_number?.trim().slice(0, 100)
    return { caseNumber: caseNumber.slice(0, 50), version, ...(receiverNumber && { receiverNumber }) }
  })
}

function parsed(csv: string): Record<string, string>[] {
  try {
    return parse(csv, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase().replaceAll(' ', '_')),
      skip_empty_lines: true,
      relax_column_count: true,
      to: mostLines,
    })
  } catch (error) {
    throw wrong((error as Error).message.slice(0, 200))
  }
}

const wrong = (message: string) => new Failure('INVALID_INPUT', 'The list cannot be read; see errors.', [{ path: ['csv'], message }])
