import { describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { startTestService, until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

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
    // As large as real ones are: more than /graphql takes.
    const buffer = Buffer.from(`${text}\n<!-- ${'-'.repeat(1_500_000)} -->\n`)
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

  test('where a model reads a policy otherwise, work leads to it, and one reading is taken and one left', async () => {
    await using fake = await startFakeOpenAi()
    await using service = await startTestService({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'local', SAMPLE_POLICIES: 'false' })
    const lines = ['Skyrizi sits on the list of our clinical desk.', 'Cosentyx goes the usual way.']
    fake.chat.answers.policy_readings = {
      readings: ['Skyrizi', 'Cosentyx'].map((medicine, at) => ({
        medicine,
        requirement: 'pa_required',
        value: true,
        section: 0,
        quote: lines[at],
      })),
    }
    const id = await benefitsOf(service).addPolicy('aetna', 'desk.md', ['# The desk', ...lines].join('\n\n'))
    await until(
      async () => (await service.graphql(`{ policyDocument(id: ${id}) { openReadings } }`)).data.policyDocument.openReadings === 2,
    )
    const item = await workOf(service).itemOf('policy_reading', id)
    const { page, troubles } = await given.openOn(service, `/work?item=${item.id}`)
    await page.getByRole('complementary').getByRole('link', { name: 'The desk' }).click()
    const readings = page.getByRole('region', { name: 'Readings of the model' })
    await readings.getByText('2 readings to decide.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const of = (name: string) => readings.getByRole('listitem').filter({ hasText: name })
    await of('Skyrizi').getByRole('button', { name: 'Take it from the model' }).click()
    await readings.getByText('1 reading to decide.').waitFor()
    await of('Cosentyx').getByRole('button', { name: 'Leave it' }).click()
    await readings.getByText('All are decided.').waitFor()
    const { data } = await service.graphql(
      '{ a: paRequirements(payerId: "aetna", medication: "Skyrizi") { paRequired } b: paRequirements(payerId: "aetna", medication: "Cosentyx") { paRequired } }',
    )
    expect(data).toEqual({ a: { paRequired: true }, b: { paRequired: null } })
    expect(troubles).toEqual([])
    await page.close()
  })
})
