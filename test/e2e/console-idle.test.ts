import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { givenConsole, signInByKey } from '../support/console-browser.ts'
import { keyWith } from '../support/library.ts'
import { apiKey, patientBody, until } from '../support/service.ts'

describe.runIf(hasBrowser)('a console that nobody uses', () => {
  const given = givenConsole(async () => {}, { FIELD_ENCRYPTION_KEY: `one:${randomBytes(32).toString('base64')}` })

  test('signs out after fifteen minutes without a touch, says why, and keeps the address; who uses it stays signed in', async () => {
    const { page, troubles } = await given.openPage()
    await page.clock.install()
    await signInByKey(page, given.service.url(), '/patients?status=active')
    const navigation = page.getByRole('navigation', { name: 'Pages' })
    await navigation.waitFor()
    await page.clock.runFor('14:00')
    await page.mouse.move(200, 200)
    await page.clock.runFor('14:00')
    expect(await navigation.isVisible()).toBe(true)
    await page.clock.runFor('02:00')
    await page.getByRole('alert').getByText('Nobody used the console for 15 minutes').waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/patients')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(troubles).toEqual([])
  })

  test('what was typed and what was opened is there again in another browser, sealed where it is kept', async () => {
    const body = patientBody({ first_name: 'Wilma', last_name: 'Recent' })
    await given.service.rest('POST', '/v1/patients', { body })
    const { page } = await given.open('/safety')
    await page.getByRole('button', { name: 'Enter a case' }).click()
    await page.getByLabel('What happened, in their words').fill('Dizzy for an hour')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Find or go to' }).getByRole('combobox').pressSequentially('Wilma')
    await page.getByRole('option', { name: /Recent, Wilma/ }).click()
    await page.getByRole('heading', { name: 'Wilma Recent' }).waitFor()
    const kept = () => given.service.sql<{ text: string }>('SELECT text FROM draft')
    await until(async () => (await kept()).length === 2)
    for (const { text } of await kept()) expect(text).not.toMatch(/Dizzy|Wilma/)
    const other = await given.open('/safety')
    await other.page.getByRole('button', { name: 'Enter a case' }).click()
    expect(await other.page.getByLabel('What happened, in their words').inputValue()).toBe('Dizzy for an hour')
    await other.page.keyboard.press('Escape')
    await other.page.keyboard.press('/')
    await other.page.getByRole('option', { name: /Recent, Wilma/ }).waitFor()
    const { data } = await given.service.graphql('{ caller { drafts { place } } }', {}, { key: await keyWith(given.service, 'admin') })
    expect(data.caller.drafts).toEqual([])
    expect([...page.url(), other.page.url()].join('')).not.toContain('Wilma')
  })

  test('what was typed is there again for whoever typed it, and for nobody else', async () => {
    const { page } = await given.openPage()
    await page.clock.install()
    await signInByKey(page, given.service.url(), '/safety')
    const said = page.getByLabel('What happened, in their words')
    const enter = async () => {
      await page.getByRole('button', { name: 'Enter a case' }).click()
      await said.waitFor()
    }
    const signInAgain = async (key: string) => {
      await page.getByLabel('API key').fill(key)
      await page.keyboard.press('Enter')
    }
    await enter()
    await said.fill('She fainted after the second infusion')
    await page.clock.runFor('16:00')
    const { body } = await given.service.rest('POST', '/graphql', {
      body: { query: 'mutation { createApiKey(input: { name: "Another", scopes: [admin] }) { key } }' },
    })
    await signInAgain(body.data.createApiKey.key)
    await enter()
    expect(await said.inputValue()).toBe('')
    await page.clock.runFor('16:00')
    await signInAgain(apiKey)
    await enter()
    expect(await said.inputValue()).toBe('She fainted after the second infusion')
  })
})
