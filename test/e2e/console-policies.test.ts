import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'

describe.runIf(hasBrowser)('payer policies in the console', () => {
  const given = givenConsole()
  const text = [
    '# Tremfya',
    'Prior authorization is required for Tremfya (guselkumab).',
    'Before Tremfya the member must have tried and failed one of the following: Humira, methotrexate.',
    '# Cosentyx',
    'Cosentyx does not require prior authorization.',
  ].join('\n\n')

  test('a policy is added, what was read from it is looked up by medicine, and it is removed', async () => {
    const { page, troubles } = await given.open('/policies')
    await page.getByRole('button', { name: 'Add a policy' }).click()
    const form = page.getByRole('dialog', { name: 'Add a policy' })
    const buffer = Buffer.from(text)
    await form.getByLabel(/^File/).setInputFiles({ name: 'aetna-biologics.md', mimeType: 'text/markdown', buffer })
    await form.getByLabel('Payer').selectOption('Aetna')
    await form.getByLabel('Public address').fill('https://policies.example.org/biologics')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('aetna-biologics.md is being read.').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Aetna' }).filter({ hasText: 'Read' })
    await row.getByRole('link').first().click()

    const policy = page.getByRole('complementary', { name: 'The policy' })
    await policy.getByText('Cosentyx', { exact: true }).waitFor()
    await policy.getByLabel('Medicine').fill('trem')
    await policy.getByText('Cosentyx', { exact: true }).waitFor({ state: 'detached' })
    await policy.getByText('Authorization required').click()
    await policy.getByText('Prior authorization is required for Tremfya (guselkumab).').first().waitFor()
    await policy.getByText('1 of Humira, methotrexate').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await policy.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('button', { name: 'Remove for good' }).click()
    await page.getByText(/is removed\.$/).waitFor()
    await policy.waitFor({ state: 'detached' })
    expect(
      (await given.service.graphql('{ policyDocuments(filter: { sample: false }) { totalCount } }')).data.policyDocuments.totalCount,
    ).toBe(0)
    expect(troubles).toEqual([])
    await page.close()
  })
})
