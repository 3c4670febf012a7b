import { appendFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectSecurely } from 'node:tls'
import { fileURLToPath } from 'node:url'

/** Where copies of the audit go, beyond the reach of whoever holds the database. */
export interface AuditSink {
  /** How `audit_shipment` knows it. */
  name: string
  /** Takes the lines of one seal. @throws where it could not: the same lines come again */
  take(lines: readonly string[]): Promise<void>
}

/** How long a syslog server may take to accept the lines of a seal, in milliseconds. */
const timeoutMs = 30_000

/**
 * A sink by its address: `file:///var/log/care/audit.jsonl` appends lines; `syslog://host:601` (TCP) and `syslogs://host:6514` (TLS)
 * send them as RFC 5424 messages with octet counting (RFC 6587, RFC 5425). Delivery is at least once.
 */
export function auditSink(address: string): AuditSink {
  const url = new URL(address)
  if (url.protocol === 'file:') {
    const file = fileURLToPath(url)
    return { name: address, take: (lines) => appendFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flush: true }) }
  }
  return { name: `${url.protocol}//${url.host}`, take: (lines) => sendToSyslog(url, lines) }
}

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6

function message(line: string): string {
  const text = `<${priority}>1 ${new Date().toISOString()} ${hostname()} care-outreach ${process.pid} audit - ${line}`
  return `${Buffer.byteLength(text)} ${text}`
}

function sendToSyslog({ protocol, hostname: host, port }: URL, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'syslogs:'
        ? connectSecurely({ host, port: Number(port || 6514), servername: host })
        : connect({ host, port: Number(port || 601) })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The syslog server does not answer.')))
    // Closed without an error once the server has closed its side, too: it has read everything that came before.
    socket.once('error', reject).once('close', (failed) => (failed ? undefined : resolve()))
    socket.resume().end(lines.map(message).join(''))
  })
}
