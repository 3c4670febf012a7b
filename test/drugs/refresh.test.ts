import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildCodeTable } from '../../src/cli/refresh-jcodes/build-code-table.ts'
import { buildDrugNames } from '../../src/cli/refresh-jcodes/build-drug-names.ts'
import type { Curated } from '../../src/cli/refresh-jcodes/curated-names.ts'
import { describe as describeCode } from '../../src/cli/refresh-jcodes/describe.ts'
import { readCmsFile } from '../../src/cli/refresh-jcodes/read-cms-file.ts'
import { refuseLoss } from '../../src/cli/refresh-jcodes/refuse-loss.ts'

const folder = mkdtempSync(join(tmpdir(), 'jcodes-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string | Uint8Array): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

// As CMS exports them: a title above the columns, CRLF, quotes, Windows' letters.
const list = `HCPC,SEQNUM,RECID,LONG DESCRIPTION,SHORT DESCRIPTION,ADD DT,TERM DT\r
J0135,00100,3,"Injection, adalimumab, 20 mg","Adalimumab injection",20050101,20241231\r
J0139,00100,3,"Injection, adalimumab, 1 mg","Inj, adalimumab, 1 mg",20250101,\r
Q5103,00100,3,"Injection, infliximab-dyyb, biosimilar, (inflectra), 10 mg","Injection, inflectra",20180401,12/31/2999\r
J9046,00100,3,"Injection, bortezomib, (dr. reddy's), not therapeutically equivalent to j9041, 0.1 mg","Inj, bortezomib, dr. reddy's",20230101,\r
J3490,00100,3,"Unclassified drugs","Drugs unclassified injection",,\r
J1020,00100,3,"Injection, methylprednisolone acetate, 20 mg",,,3/31/2024\r
A0428,00100,3,"Ambulance service, basic life support","Bls",,\r
`
const crosswalk = `"ASP NDC-HCPCS Crosswalk, effective October 1, 2025",,,,,,\r
_2025_CODE,Short Description,LABELER NAME,NDC2,Drug Name,HCPCS dosage,PKG SIZE\r
Q5103,Injection inflectra,Pfizer Inc,00069-0809-01,Inflectra,10 MG,1\r
J0139,"Inj, adalimumab, 1 mg",AbbVie Inc.,00074-0000-00,Humira (2 pens),1 MG,1\r
`
const curated: Curated[] = [
  { code: 'J0139', ingredient: '', names: ['Humira CF'], notNames: [], standing: '', doses: [] },
  { code: 'J3490', ingredient: '-', names: [], notNames: [], standing: '', doses: [] },
  { code: '', ingredient: 'semaglutide', names: ['Ozempic'], notNames: [], standing: '', doses: [] },
]

describe('refreshing the tables from CMS files', () => {
  const rows = buildCodeTable(
    readCmsFile(file('list.csv', list), /^hcpc$/),
    readCmsFile(file('crosswalk.csv', crosswalk), /^drug_name$/),
    curated,
    '2025-10-01',
  )

  test('active drug codes only, with the names of the crosswalk and those kept by hand', () => {
    expect(rows.map(({ code, ingredient, brands, standing }) => [code, ingredient, brands, standing])).toEqual([
      ['J0139', 'adalimumab', ['Humira', 'Humira CF'], ''],
      ['Q5103', 'infliximab-dyyb', ['Inflectra'], 'product'],
      ['J9046', 'bortezomib', ["bortezomib (dr. reddy's)"], 'maker'],
    ])
  })

  test('a code is in the table until the day of its termination has passed', () => {
    const on = (today: string) => buildCodeTable(readCmsFile(join(folder, 'list.csv'), /^hcpc$/), [], [], today).map(({ code }) => code)
    expect(on('2024-12-31')).toContain('J0135')
    expect(on('2025-01-01')).not.toContain('J0135')
    expect(on('2024-03-31')).toContain('J1020')
    expect(on('2024-04-01')).not.toContain('J1020')
  })

  test('tab-separated and Latin-1 files are read, others refused', () => {
    const latin = Buffer.from('code\tdrug name\nJ0001\tRem\u00edcade\u00ae\n', 'latin1')
    expect(readCmsFile(file('latin.tsv', latin), /^code$/)).toEqual([{ code: 'J0001', drug_name: 'Remícade®' }])
    expect(() => readCmsFile(file('wrong.csv', 'a,b\n1,2\n'), /^code$/)).toThrow('wrong.csv has no column')
  })

  test.each([',', '\t'])('quoted cells are read and quotes within a cell kept, separated by %j', (separator) => {
    const lines = [
      ['code', 'drug name', 'note'],
      ['J0001', '"Kit, ""new"""', 'x'],
      ['"J0002"', '2" needle kit', '"two\nlines"'],
      ['J0003', '"new" kit', '3"'],
      ['J0004', 'last', ''],
    ]
    const text = lines.map((cells) => cells.join(separator)).join('\r\n')
    expect(readCmsFile(file('quoted.txt', text), /^code$/)).toEqual([
      { code: 'J0001', drug_name: 'Kit, "new"', note: 'x' },
      { code: 'J0002', drug_name: '2" needle kit', note: 'two\nlines' },
      { code: 'J0003', drug_name: '"new" kit', note: '3"' },
      { code: 'J0004', drug_name: 'last', note: '' },
    ])
  })

  test('a tab within a cell does not make a CSV tab-separated', () => {
    expect(readCmsFile(file('tab.csv', 'code,name\nJ0001,"a\tb"\n'), /^code$/)).toEqual([{ code: 'J0001', name: 'a\tb' }])
  })

  test('a list that does not say which codes are terminated is refused', () => {
    const bare = readCmsFile(file('bare.csv', 'HCPC,LONG DESCRIPTION\nJ0135,"Injection, adalimumab, 20 mg"\n'), /^hcpc$/)
    expect(() => buildCodeTable(bare, [], [], '2025-10-01')).toThrow(/TERM DT or status/)
  })

  test('a table that loses more than a tenth of its codes is refused unless that is wanted', () => {
    const table = (count: number) => ['# head', 'code\tname', ...Array.from({ length: count }, (_, at) => `J${at}\tx`), '']
    expect(() => refuseLoss('t.tsv', table(100), table(89))).toThrow(/t\.tsv.*100.*89.*--fewer/)
    expect(() => refuseLoss('t.tsv', table(100), table(90))).not.toThrow()
    expect(() => refuseLoss('t.tsv', table(100), [...table(80), ...table(80)])).toThrow()
    expect(() => refuseLoss('t.tsv', [], table(1))).not.toThrow()
  })

  test.each([
    ['Injection, infliximab, excludes biosimilar, 10 mg', 'infliximab', ''],
    ['Ustekinumab, for subcutaneous injection, 1 mg', 'ustekinumab', 'subcutaneous'],
    ['Injection, risankizumab-rzaa, intravenous, 1 mg', 'risankizumab-rzaa', 'intravenous'],
    ['Tobramycin, inhalation solution, fda-approved final product, non-compounded, unit dose form', 'tobramycin', 'inhaled'],
    ['Injection, meropenem and vaborbactam, 10mg/10mg (20mg)', 'meropenem and vaborbactam', ''],
    ['Inj eculizumab, 2 mg', 'eculizumab', ''],
    ['Cyclophosphamide; oral, 25 mg', 'cyclophosphamide', 'oral'],
  ])('"%s" is of %s', (description, ingredient, route) => {
    expect(describeCode(description)).toMatchObject({ ingredient, route })
  })

  test('names of Part D become drugs; what is no medicine is kept apart', () => {
    const part = [
      { brand: 'Ozempic', generic: 'semaglutide' },
      { brand: 'Lantus Solostar', generic: 'insulin glargine,hum.rec.anlog' },
      { brand: 'Metformin Hcl Er', generic: 'metformin hcl' },
      { brand: 'Bd Insulin Syringe', generic: 'syring-needl,disp,insul,0.3 ml' },
    ]
    expect(buildDrugNames(part, curated, [])).toEqual([
      { ingredient: '-', brands: ['Bd Insulin'] },
      { ingredient: 'insulin glargine', brands: ['Lantus'] },
      { ingredient: 'metformin', brands: [] },
      { ingredient: 'semaglutide', brands: ['Ozempic'] },
    ])
  })

  test('the head of the table in use tells its release', () => {
    const table = readFileSync(join(import.meta.dirname, '../../src/domain/drugs/hcpcs-drug-codes.tsv'), 'utf8')
    expect(table.split('\n')[0]).toMatch(/^# HCPCS Level II drug codes\. .*20\d\d/)
  })
})
