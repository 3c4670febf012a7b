import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { bland } from '../support/platforms/bland.ts'
import { until } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

describe.runIf(hasBrowser)('voice platforms in the console', () => {
  const given = givenConsole()

  test('a platform is connected, reports, has a failed message read again, gets another secret and is taken out of service', async () => {
    const { page, troubles } = await given.open('/operators?view=platforms')
    await page.getByText('No voice platform yet').waitFor()
    await page.getByLabel('Platform', { exact: true }).selectOption('Bland')
    await page.getByLabel('Name, as staff call it').fill('Refill line')
    await page.getByLabel('Webhook signing secret').fill(String(bland.secret))
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('It is shown only now').waitFor()
    const token = await page.locator('code.secret').innerText()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Put away' }).click()

    const address = await page.getByRole('list').locator('code').first().innerText()
    const path = new URL(address).pathname
    const { rest } = given.service
    const post = (body: string, headers: Record<string, string>, more = '') => rest('POST', `${path}${more}`, { key: null, headers, body })
    const account = { post, token, secret: String(bland.secret) } as Parameters<typeof bland.send>[0]
    const conversation = newConversation('console')
    expect((await bland.invoke?.(account, conversation, 'request_callback', { preferred_time: 'tomorrow' }))?.status).toBe(200)
    const said = [{ role: 'user', text: 'Is Humira covered?', seconds: 2 }] as const
    expect((await bland.send(account, bland.messagesOf({ id: conversation, number: '+15554313359', said }).at(-1))).status).toBe(200)
    expect((await bland.send(account, '{"no": "call"}')).status).toBe(200)
    const { fields } = voiceOf(given.service)
    await until(async () => (await fields(conversation, 'status')).status === 'completed')

    await page.reload()
    await page.getByText('2 messages · 1 failed · 0 reports fetched').waitFor()
    await page.getByText('It names no call.').waitFor()
    await page.getByRole('button', { name: 'Read failed again' }).click()
    await page.getByText('0 messages are read again.').waitFor()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Phone line, shared with').fill('Refills')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('Webhook signing secret').last().fill('another-signing-secret')
    await page.getByRole('button', { name: 'Replace secret' }).click()
    await page.getByText('It is shown only now').waitFor()
    expect(await page.locator('code.secret').innerText()).not.toBe(token)
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true })

    await page.getByRole('button', { name: 'Deactivate Refill line' }).click()
    await page.getByRole('alertdialog', { name: 'Deactivate Refill line?' }).getByRole('button', { name: 'Deactivate for good' }).click()
    await page.getByText('Out of service', { exact: true }).waitFor()
    expect((await bland.send(account, '{"no": "call"}')).status).toBe(404)
    expect(troubles).toEqual([])
  })
})
