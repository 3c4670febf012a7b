import type { Client } from 'urql'
import { CaseDocumentDocument, SafetyReportPdfDocument } from '../generated/documents.ts'
import { saveFile } from '../parts/save-file.ts'

/** Gives the browser a case as a file: what a manufacturer would be told of it now. */
export async function downloadCase(client: Client, { id, caseNumber }: { id: number; caseNumber: string }): Promise<void> {
  const { data } = await client.query(CaseDocumentDocument, { id }, { requestPolicy: 'network-only' })
  if (data?.adverseEvent) saveFile(`${caseNumber}.json`, JSON.stringify(data.adverseEvent.caseDocument, null, 2), 'application/json')
}

/** Gives the browser a safety report as a file. */
export async function downloadReport(client: Client, { id, version }: { id: number; version: number }): Promise<void> {
  const { data } = await client.query(SafetyReportPdfDocument, { id }, { requestPolicy: 'network-only' })
  if (!data?.safetyReportPdf) return
  saveFile(
    `safety-report-${id}-v${version}.pdf`,
    Uint8Array.from(atob(data.safetyReportPdf), (sign) => sign.charCodeAt(0)),
    'application/pdf',
  )
}
