import { describe, expect, test } from 'vitest'
import { benefitsOf } from '../support/benefits.ts'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { startTestService } from '../support/service.ts'

describe.runIf(hasBrowser)('a payer call that a model has read otherwise', () => {
  const given = givenConsole()

  test('is shown with both readings and the words of each, and one is kept', async () => {
    await using fake = await startFakeOpenAi()
    await using service = await startTestService({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'local' })
    const benefits = benefitsOf(service)
    const { id } = await benefits.voice.person({})
    await benefits.settled(id)
    const said = ['Tier one is ten dollars and tier two is thirty-five dollars.', 'With mail order tier two comes to twenty dollars.']
    fake.chat.answers.payer_benefits = {
      amounts: [{ field: 'tier_2_copay', amount: 20, quote: 'tier two comes to twenty dollars' }],
      coverage: null,
    }
    await benefits.payerCall(id, said)
    const [{ discrepancies }] = await benefits.all(id)
    const [found] = await service.sql<{ item: number }>('SELECT work_item_id AS item FROM benefit_contradiction WHERE id = $1', [
      discrepancies[0].id,
    ])
    const { page, troubles } = await given.openOn(service, `/work?item=${found?.item}`)
    const shown = page.getByRole('complementary')
    await shown.getByText('With mail order tier two comes to twenty dollars.', { exact: true }).waitFor()
    await shown.getByText('As the model heard it').waitFor()
    expect(await shown.getByRole('button', { name: 'Keep the electronic answer' }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await shown.getByRole('button', { name: 'Keep the model’s reading' }).click()
    await page.getByText('The model’s reading is kept.').waitFor()
    expect((await benefits.read(id)).body.benefits.tier_2_copay).toBe(20)
    expect(troubles).toEqual([])
    await page.close()
  })
})
