import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drugNames } from '../../../src/domain/drugs/name-index.ts'
import { foldForSearch } from '../../../src/language/folding.ts'
import { sharedData, sharedRows } from '../../corpora/shared-data.ts'

/*
 * Writes src/language/everyday-words.txt: the words that people use in talk with doctors and in reviews, without those that name
 * illnesses (MedQuAD's subjects) and medicines. What is not among them says something special. And src/language/illness-words.txt:
 * the words of those subjects.
 */

const leastTexts = 2
/** Words of MedQuAD's subjects that name no illness by themselves. */
const ofAnything = new Set(
  `about also american and baby back bad basement birth blue body brown can care cat change changes checkup child childhood children
  clear cold combined common complete complex concerns continuing count cycle deep delay diet down driving drop drug due elevated
  episodes exercise exposure factor factors failure falls family feet for form growth hand head health high history human injuries
  injury know known language left legs like list loss lower medicines mild miles monitor need night normal onset other painful
  patient persistent physical plus prescription pressure primary problems quitting related return ring risk round say school
  severe short shot signs similar small smoke smoking soft stiff stones surgery system teeth tests the therapy thin total type
  walker warm weather weight what white winter with young your adult`.split(/\s+/),
)

const ofIllness = /(?:itis|(?<!diagn)osis|oma|a?emia|pathy|algia|plasia|penia|uria)$/
const counts = new Map<string, number>()
function add(text: string) {
  for (const word of new Set(foldForSearch(text.replaceAll('\\n', ' ')).split(' ')))
    if (/^[a-z]{2,}$/.test(word) && !ofIllness.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
}
for (const name of ['aci_bench', 'mts_dialog', 'primock57'])
  for (const line of readFileSync(join(sharedData('conversations'), `${name}_dev.jsonl`), 'utf8').split('\n')) add(line)
for (const row of sharedRows('psytar_dev.jsonl')) add(JSON.stringify(row))

const illnesses = new Set(
  sharedRows('medquad_dev.jsonl')
    .flatMap(({ focus }: { focus: string }) => foldForSearch(focus).split(' '))
    .filter((word) => !ofAnything.has(word)),
)
const words = [...counts]
  .filter(([word, count]) => count >= leastTexts && !illnesses.has(word) && !drugNames.has(word))
  .map(([word]) => word)
const language = join(import.meta.dirname, '../../../src/language')
writeFileSync(join(language, 'everyday-words.txt'), `${words.toSorted().join('\n')}\n`)
const everyday = new Set(words)
const ofIllnesses = [...illnesses].filter((word) => /^[a-z]{4,}$/.test(word) && !everyday.has(word) && !drugNames.has(word))
writeFileSync(join(language, 'illness-words.txt'), `${ofIllnesses.toSorted().join('\n')}\n`)
