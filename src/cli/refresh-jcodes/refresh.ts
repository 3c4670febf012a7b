import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCodeTable } from './build-code-table.ts'
import { buildDrugNames } from './build-drug-names.ts'
import { readCurated } from './curated-names.ts'
import { readCmsFile } from './read-cms-file.ts'
import { refuseLoss } from './refuse-loss.ts'

const usage = `Makes the tables of drug codes and drug names anew.

  npm run jcodes:refresh -- <hcpcs list> <crosswalk> --release "<text>" [--names <drug names>]

<hcpcs list>   CMS "HCPCS Quarterly Update" (Alpha-Numeric HCPCS File), saved as CSV or tab-separated. Columns:
               HCPC (or code), LONG DESCRIPTION, SHORT DESCRIPTION, TERM DT (or status: active, terminated).
<crosswalk>    CMS "ASP NDC-HCPCS Crosswalk" of the same quarter, saved as CSV or tab-separated. Columns:
               _2025_CODE (any year; or hcpcs), Drug Name.
--release      which lists these are, with their dates; stands at the head of the table
--names        CMS "Medicare Part D Spending by Drug", with Brnd_Name and Gnrc_Name (or brand, generic); only then
               drug-names.tsv is written too
--fewer        writes a table even though it has over a tenth fewer codes (or drugs) than the one in use

Both are at cms.gov: Medicare > Coding & Billing > HCPCS, and Medicare > Part B Drugs > ASP Pricing Files. What they do
not say is in src/domain/drugs/curated-names.tsv; look there when a code or a name is new.`

const folder = join(import.meta.dirname, '../../domain/drugs')

function main(args: readonly string[]): void {
  const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const [list, crosswalk] = args
  const release = option('--release')
  if (!list || !crosswalk || list.startsWith('--') || crosswalk.startsWith('--') || !release) {
    console.error(usage)
    process.exitCode = 1
    return
  }
  const curated = readCurated()
  const today = new Date().toISOString().slice(0, 10)
  const rows = buildCodeTable(readCmsFile(list, /^(?:code|hcpc|hcpcs_code)$/), readCmsFile(crosswalk, /^drug_name$/), curated, today)
  const head = [
    `# HCPCS Level II drug codes. ${release}`,
    '# Made by npm run jcodes:refresh from public CMS lists and refresh/curated-names.tsv; not edited by hand.',
    '# standing: why another code of the same drug and route is answered first (first: this one): older (not in the ASP',
    '# crosswalk, another is), product (for one named product), pump, esrd (dialysis), maker (one maker, not therapeutically',
    '# equivalent), compounded. doses: milligrams that have this code where another of the drug is for other doses.',
  ]
  const lines = rows.map(({ code, ingredient, brands, description, route, standing, doses }) =>
    [code, ingredient, brands.join('|'), description, route, standing, doses.join('|')].join('\t'),
  )
  const tables = [
    { name: 'hcpcs-drug-codes.tsv', lines: [...head, 'code\tingredient\tbrands\tdescription\troute\tstanding\tdoses', ...lines] },
  ]
  const names = option('--names')
  if (names !== undefined) {
    const part = readCmsFile(names, /^(?:brand|brnd_name)$/).map((row) => ({
      ...row,
      brand: row.brand ?? row.brnd_name ?? '',
      generic: row.generic ?? row.gnrc_name ?? '',
    }))
    const settled = rows.flatMap(({ brands }) => brands)
    const drugs = buildDrugNames(part, curated, settled).map(({ ingredient, brands }) => `${ingredient}\t${brands.join('|')}`)
    const about = '# Generic names and brands, with or without a code of their own. Made by npm run jcodes:refresh.'
    tables.push({ name: 'drug-names.tsv', lines: [about, 'ingredient\tbrands', ...drugs] })
  }
  if (!args.includes('--fewer')) for (const { name, lines } of tables) refuseLoss(name, linesInUse(name), lines)
  for (const { name, lines } of tables) write(name, lines)
}

function linesInUse(name: string): string[] {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  console.log(`${name}: ${lines.filter((line) => !line.startsWith('#')).length - 1} rows`)
}

try {
  main(process.argv.slice(2))
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem)
  process.exitCode = 1
}
