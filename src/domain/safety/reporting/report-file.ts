import type { Session } from '../../../platform/database/session.ts'
import { documentOf, type ReportDocument, reportDocument } from './document.ts'
import { reportPdf } from './report-pdf.ts'
import { safetyDocument } from './sealed-columns.ts'

/** A report as PDF: as it was sent, or as it would be now; undefined where nobody has said to whom. */
export async function reportFile(session: Session, id: number): Promise<Buffer | undefined> {
  const report = await session.prisma.safetyReport.findUniqueOrThrow({ where: { id }, include: { program: true, adverseEvent: true } })
  if (report.sealedDocument !== '')
    return reportPdf(JSON.parse(session.fields.open(safetyDocument, id, report.sealedDocument)) as ReportDocument)
  if (!report.program) return undefined
  return reportPdf(reportDocument(await documentOf(session, report.adverseEvent), report, report.program, null))
}
