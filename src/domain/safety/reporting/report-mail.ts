import { createHash } from 'node:crypto'
import type { Mail } from '../../../platform/mail.ts'
import type { ReportDocument } from './document.ts'
import { reportPdf } from './report-pdf.ts'

const kinds = { initial: 'Initial report', follow_up: 'Follow-up report', nullification: 'Nullification' } as const

const hashOf = (document: ReportDocument) => createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)

/** A report as a message: what is clinical stands in its attachments only, and TLS is required on its way. */
export async function mailOf(document: ReportDocument, to: string): Promise<Mail> {
  const { report } = document
  const number = document.C_1_safety_report.C_1_1_senders_case_number
  const link = report.acknowledge?.url ? `${report.acknowledge.url}#${report.acknowledge.token}` : null
  const lines = [
    `${kinds[report.kind]}, version ${report.version}, of case ${number} is attached, as PDF and as JSON.`,
    ...(report.kind === 'nullification' ? ['The case was dismissed: please nullify what was sent before.'] : []),
    ...(report.incomplete ? [`It is incomplete. Missing: ${document.incomplete.join(', ')}.`] : []),
    ...(report.unreviewed ? ['Nobody has reviewed it yet. A follow-up is sent when it changes.'] : []),
    ...(link === null ? [] : ['', 'Please acknowledge that you received it:', link]),
  ]
  const name = `${number}-v${report.version}`
  return {
    to,
    subject: `Safety report ${number}, version ${report.version}`,
    text: `${lines.join('\n')}\n`,
    // Of what it says: mail systems drop a second message of the same id.
    messageId: `<safety-report-${report.id}-v${report.version}-${hashOf(document)}@care-outreach>`,
    requireTls: true,
    attachments: [
      { filename: `${name}.pdf`, content: await reportPdf(document), contentType: 'application/pdf' },
      { filename: `${name}.json`, content: Buffer.from(JSON.stringify(document, null, 2)), contentType: 'application/json' },
    ],
  }
}
