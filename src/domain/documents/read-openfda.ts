import { z } from 'zod'
import type { Block, ParsedDocument } from './block.ts'
import { type SourceMetadata, UnreadableSource } from './document.ts'
import { dosageBlocks, labelBlocks, questionBlocks } from './label-text.ts'
import { markTables, withTables } from './openfda-tables.ts'
import { plainLine } from './plain-text.ts'
import { webAddress } from './read-html.ts'
import { readableHeading } from './section-heading.ts'

/**
 * The sections of a label that a patient or nurse asks about, in the order of reading. Left out: description
 * (chemistry), mechanism_of_action and the other pharmacology, clinical_studies, and
 * package_label_principal_display_panel (the print on the carton).
 */
const sections: Record<string, string> = {
  boxed_warning: 'Boxed warning',
  indications_and_usage: 'Indications and usage',
  dosage_and_administration: 'Dosage and administration',
  dosage_forms_and_strengths: 'Dosage forms and strengths',
  contraindications: 'Contraindications',
  warnings_and_cautions: 'Warnings and precautions',
  warnings: 'Warnings',
  precautions: 'Precautions',
  do_not_use: 'Do not use',
  ask_doctor: 'Ask a doctor before use',
  ask_doctor_or_pharmacist: 'Ask a doctor or pharmacist before use',
  when_using: 'When using this product',
  stop_use: 'Stop use and ask a doctor',
  adverse_reactions: 'Adverse reactions',
  drug_interactions: 'Drug interactions',
  use_in_specific_populations: 'Use in specific populations',
  pregnancy: 'Pregnancy',
  pregnancy_or_breast_feeding: 'Pregnancy or breast-feeding',
  lactation: 'Breast-feeding',
  nursing_mothers: 'Breast-feeding',
  pediatric_use: 'Pediatric use',
  geriatric_use: 'Geriatric use',
  overdosage: 'Overdosage',
  how_supplied: 'How supplied',
  storage_and_handling: 'Storage and handling',
  information_for_patients: 'Patient counseling information',
  purpose: 'What it is used for',
  keep_out_of_reach_of_children: 'Keep out of reach of children',
  active_ingredient: 'Active ingredient',
  inactive_ingredient: 'Inactive ingredients',
}
/** Written for patients, under questions instead of numbers. */
const patientSections: Record<string, string> = {
  spl_medguide: 'Medication guide',
  spl_patient_package_insert: 'Patient information',
  patient_medication_information: 'Patient information',
  instructions_for_use: 'Instructions for use',
}

const label = z.object({
  results: z
    .array(
      z
        .object({
          set_id: z.string().optional(),
          openfda: z.object({ brand_name: z.array(z.string()).optional(), generic_name: z.array(z.string()).optional() }).optional(),
        })
        .catchall(z.unknown()),
    )
    .min(1),
})

/** Reads a drug label as the openFDA API gives it. */
export function readOpenFda(source: string, metadata: SourceMetadata): ParsedDocument {
  const parsed = label.safeParse(parseJson(source))
  const [drug, ...others] = parsed.data?.results ?? []
  if (!drug) throw new UnreadableSource('The JSON is not an openFDA drug label (results[].openfda).')
  if (others.length > 0)
    throw new UnreadableSource(`It holds ${others.length + 1} labels: add each as a file of its own (\`limit=1\` of the openFDA API).`)
  const brand = readable(drug.openfda?.brand_name?.[0] ?? '')
  const generic = drug.openfda?.generic_name?.[0]?.toLowerCase().trim()
  const title = brand && generic && !brand.toLowerCase().includes(generic) ? `${brand} (${generic})` : brand || generic || null
  const blocks = [
    ...Object.entries(sections).flatMap(([key, header]) =>
      blocksOf(header, drug[key], drug[`${key}_table`], key === 'dosage_and_administration' ? dosageBlocks : labelBlocks),
    ),
    ...Object.entries(patientSections).flatMap(([key, header]) => blocksOf(header, drug[key], drug[`${key}_table`], questionBlocks)),
  ]
  if (blocks.length === 0) throw new UnreadableSource('The label has none of the sections that are read.')
  const setId =
    drug.set_id && /^[\w-]+$/.test(drug.set_id) ? `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${drug.set_id}` : null
  return { title, canonicalUrl: webAddress(metadata.url) ?? setId, blocks }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw new UnreadableSource('It is not well-formed JSON.')
  }
}

/** "ADAKVEO" as "Adakveo"; a name in mixed case stays. */
function readable(name: string): string {
  if (/\p{Ll}/u.test(name)) return name.trim()
  return readableHeading(name, '').replace(/(?<=[\s/-])\p{Ll}/gu, (letter) => letter.toUpperCase())
}

function blocksOf(header: string, value: unknown, tablesOf: unknown, split: (text: string) => Block[]): Block[] {
  const texts = (Array.isArray(value) ? value : [value])
    .filter((text): text is string => typeof text === 'string')
    .map((text) => plainLine(text))
    .filter((text) => text !== '')
  return texts.flatMap((said) => {
    const { text, tables } = markTables(said, tablesOf)
    return [{ text: header, level: 1 }, ...withTables(split(text), tables)]
  })
}
