import type { Session } from '../../../platform/database/session.ts'
import { documentOf, reportDocument } from './document.ts'
import { reportPdf } from './report-pdf.ts'
import { documentSent } from './send-reports.ts'

/** A report as PDF, as it was sent or as it would be now; null where there is none, or nobody has said to whom. */
export async function reportFile(session: Session, id: number): Promise<{ pdf: Buffer; patientId: number | null } | null> {
  const report = await session.prisma.safetyReport.findUnique({ where: { id }, include: { program: true, adverseEvent: true } })
  if (!report?.program) return null
  const { sealedDocument, patientId, program, adverseEvent } = report
  const document =
    sealedDocument === '' ? reportDocument(await documentOf(session, adverseEvent), report, program, null) : documentSent(session, report)
  return { pdf: await reportPdf(document), patientId }
}
