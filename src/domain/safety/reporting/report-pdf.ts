import { normalForm } from '../../../platform/normal-form.ts'
import type { ReportDocument } from './document.ts'

type Line = readonly [label: string, value: string | number | readonly string[] | null | undefined]

/** A report in the order of FDA's form 3500A, section by section; what is not known is said to be. */
export async function reportPdf(document: ReportDocument): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { report, D_patient: patient, E_i_reaction: reaction, G_k_drug: drug, C_2_primary_source: reporter } = document
  const number = document.C_1_safety_report.C_1_1_senders_case_number
  const pdf = new PdfDocument({
    size: 'LETTER',
    margins: { top: 54, bottom: 54, left: 54, right: 54 },
    info: { Title: `Safety report ${number}` },
  })
  const parts: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  const width = pdf.page.width - 108
  const section = (title: string, lines: readonly Line[]) => {
    pdf.moveDown(0.8).font('Helvetica-Bold').fontSize(11).fillColor('#111').text(title)
    pdf
      .moveTo(54, pdf.y + 1)
      .lineTo(54 + width, pdf.y + 1)
      .lineWidth(0.5)
      .strokeColor('#999')
      .stroke()
      .moveDown(0.3)
    for (const [label, value] of lines) {
      pdf.font('Helvetica-Bold').fontSize(9).fillColor('#444').text(`${label}: `, { continued: true })
      pdf.font('Helvetica').fillColor('#111').text(written(value))
    }
  }
  pdf.font('Helvetica-Bold').fontSize(16).text(`Safety report ${number}, version ${report.version}`)
  pdf.font('Helvetica').fontSize(9).fillColor('#444').text(marks(document))
  section('A. Patient', [
    ['Initials', patient.D_1_initials],
    ['Age at onset, years', patient.D_2_2_age_at_onset_years],
    ['Sex', patient.D_5_sex],
  ])
  section('B. Adverse event', [
    ['Kind', reaction.kinds.map(plain)],
    ['Seriousness', reaction.E_i_3_2_seriousness.map(plain)],
    ['Severity', reaction.severity],
    ['Date of event', reaction.E_i_4_date_of_start],
    ['Outcome', reaction.E_i_7_outcome && plain(reaction.E_i_7_outcome)],
    ['Symptoms', reaction.symptoms],
    ['Description, as reported', reaction.E_i_1_1a_as_reported],
  ])
  section('C. Suspect product', [
    ['Name', drug.G_k_2_2_name_as_reported],
    ['Dose', drug.G_k_4_r_1_dose],
    ['Route', drug.G_k_4_r_10_route],
    ['Begun', drug.G_k_4_r_4_date_of_start],
    ['Stopped', drug.G_k_4_r_5_date_of_last],
    ['Indication', drug.G_k_7_r_1_indication],
    ['Lot number', drug.G_k_4_r_7_lot_number],
    ['NDC', drug.G_k_2_1_ndc],
    ['Other medicines', drug.concomitant],
  ])
  section('E. Initial reporter', [
    ['Qualification', reporter.C_2_r_4_qualification],
    ['May be contacted', reporter.may_be_contacted === null ? null : reporter.may_be_contacted ? 'yes' : 'no'],
    ['Name', reporter.C_2_r_1_name],
    ['Contact', reporter.C_2_r_2_contact],
  ])
  section('G. Sender', [
    ['Case number', number],
    ['Received', moment(document.C_1_safety_report.C_1_4_date_first_received)],
    ['Latest information', moment(report.C_1_5_date_most_recent_information)],
    ['Type of report', plain(report.kind)],
    ['Learnt from', document.C_1_safety_report.source],
    ['Missing', document.incomplete],
  ])
  pdf.end()
  return ended
}

const moment = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
const plain = (name: string) => name.replaceAll('_', ' ')

function written(value: Line[1]): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'not known'
  return printable(Array.isArray(value) ? value.join(', ') : String(value))
}

/** The fonts that every reader has know Latin letters only; a mark stands for what they cannot write, and the JSON has it as it was said. */
const printable = (text: string) =>
  normalForm(text, 'NFC').replace(/[^\n\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]/gu, '\u2022')

function marks({ report, incomplete }: ReportDocument): string {
  return [
    `For ${printable(report.manufacturer)}`,
    `due ${moment(report.due_at)}`,
    ...(report.unreviewed ? ['unreviewed'] : []),
    ...(incomplete.length > 0 ? ['incomplete'] : []),
    ...(report.C_1_11_nullified ? ['NULLIFIES what was sent before'] : []),
  ].join('  |  ')
}
