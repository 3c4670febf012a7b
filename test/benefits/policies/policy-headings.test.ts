import { expect, test } from 'vitest'
import { rowOf, rulesOfText } from '../../../eval/regression/policies/read-documents.ts'

const long = (sentence: string) =>
  `${sentence} ${'The plan reviews each request on its own and keeps the records that come with it. '.repeat(12)}`

test('what stands under a drug whose heading has no text of its own is of that drug, not of the one before', async () => {
  const rules = await rulesOfText(
    `# Injectable medicines

## Humira

### Prior authorization

${long('Prior authorization is required.')}

### Step therapy

${long('A trial of methotrexate is required first.')}

## Ozempic

### Prior authorization

${long('Prior authorization is not required.')}
`,
    'Injectable medicines',
  )
  expect(rules.map(rowOf)).toEqual([
    ['adalimumab', null, true, true, ['methotrexate']],
    ['semaglutide', null, false, null, []],
  ])
})
