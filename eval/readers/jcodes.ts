import { isDeepStrictEqual } from 'node:util'
import { readCmsFile } from '../../src/cli/refresh-jcodes/read-cms-file.ts'
import { jcodesOf } from '../../src/domain/drugs/jcodes-of.ts'
import { haveSharedData, sharedData } from '../corpora/shared-data.ts'
import { missing, type Result, rowByRow } from '../measured.ts'
import { lookupCases } from '../regression/drugs/lookup-cases.ts'

const crosswalk = 'ndc_hcpcs_crosswalk.tsv'

/** The HCPCS code of a medicine's name. The crosswalk is a source of the dictionary: its share guards and proves nothing. */
export function measure(): Result[] {
  const cases = rowByRow(
    'names as people type them and speech recognition writes them',
    'regression',
    lookupCases,
    ([name]) => name,
    ([name, code]) => isDeepStrictEqual(jcodesOf([name]), code === null ? {} : { [name]: code }),
  )
  const set = 'product names of the CMS crosswalk'
  return [cases, haveSharedData(crosswalk) ? ofCrosswalk(set) : missing(set, 'regression')]
}

function ofCrosswalk(set: string): Result {
  const codes = new Map<string, Set<string>>()
  for (const { hcpcs = '', drug_name = '' } of readCmsFile(sharedData(crosswalk), /^hcpcs$/))
    if (!/^Q4[1-9]/.test(hcpcs)) codes.set(drug_name, (codes.get(drug_name) ?? new Set()).add(hcpcs))
  const found = jcodesOf([...codes.keys()])
  // CMS pays for insulin in a pump only, and lists all of it there; most of it is injected.
  const general = (code = '') => (code === 'J1815' ? 'J1817' : code)
  const right = [...codes].filter(([name, own]) => own.has(general(found[name]))).length
  return { set, kind: 'regression', count: codes.size, figures: `${right} of ${codes.size} right`, shares: { right: right / codes.size } }
}
