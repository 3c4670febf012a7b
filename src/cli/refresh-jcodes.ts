import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCodeTable } from '../domain/voice/jcodes/refresh/build-code-table.ts'
import { buildDrugNames } from '../domain/voice/jcodes/refresh/build-drug-names.ts'
import { readCurated } from '../domain/voice/jcodes/refresh/curated-names.ts'
import { readCmsFile } from '../domain/voice/jcodes/refresh/read-cms-file.ts'

const usage = `Makes the tables of drug codes and drug names anew.

  npm run jcodes:refresh -- <hcpcs list> <crosswalk> --release "<text>" [--names <drug names>]

<hcpcs list>   CMS "HCPCS Quarterly Update" (Alpha-Numeric HCPCS File), saved as CSV or tab-separated. Columns:
               HCPC (or code), LONG DESCRIPTION, SHORT DESCRIPTION, TERM DT (or status: active, terminated).
<crosswalk>    CMS "ASP NDC-HCPCS Crosswalk" of the same quarter, saved as CSV or tab-separated. Columns:
               _2025_CODE (any year; or hcpcs), Drug Name.
--release      which lists these are, with their dates; stands at the head of the table
--names        CMS "Medicare Part D Spending by Drug", with Brnd_Name and Gnrc_Name (or brand, generic); only then
               drug-names.tsv is written too

Both are at cms.gov: Medicare > Coding & Billing > HCPCS, and Medicare > Part B Drugs > ASP Pricing Files. What they do
not say is in src/domain/voice/jcodes/refresh/curated-names.tsv; look there when a code or a name is new.`

const folder = join(import.meta.dirname, '../domain/voice/jcodes')

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
    '# equivalent), compounded.',
  ]
  const lines = rows.map(({ code, ingredient, brands, description, route, standing }) =>
    [code, ingredient, brands.join('|'), description, route, standing].join('\t'),
  )
  write('hcpcs-drug-codes.tsv', [...head, 'code\tingredient\tbrands\tdescription\troute\tstanding', ...lines])
  const names = option('--names')
  if (names !== undefined) {
    const part = readCmsFile(names, /^(?:brand|brnd_name)$/).map((row) => ({
      ...row,
      brand: row.brand ?? row.brnd_name ?? '',
      generic: row.generic ?? row.gnrc_name ?? '',
    }))
    const settled = rows.flatMap(({ brands }) => brands)
    const drugs = buildDrugNames(part, curated, settled).map(({ ingredient, brands }) => `${ingredient}\t${brands.join('|')}`)
    write('drug-names.tsv', [
      '# Generic names and brands, with or without a code of their own. Made by npm run jcodes:refresh.',
      'ingredient\tbrands',
      ...drugs,
    ])
  }
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  console.log(`${name}: ${lines.filter((line) => !line.startsWith('#')).length - 1} rows`)
}

main(process.argv.slice(2))
