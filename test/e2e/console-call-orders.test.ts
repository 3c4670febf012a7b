import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { connectAccount } from '../support/platforms/account.ts'
import { bland } from '../support/platforms/bland.ts'
import { startTestService, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'
import { startWebServer } from '../support/web-server.ts'

describe.runIf(hasBrowser)('ordering a call in the console', () => {
  const given = givenConsole()

  test('a supervisor transfers a call that goes on, and ends one after being asked', async () => {
    const asked: string[] = []
    const done = (request: { url?: string | undefined }, response: { end(body: string): void }) => {
      asked.push(request.url ?? '')
      response.end('{}')
    }
    await using api = await startWebServer({ '/v1/calls/live-1/stop': done, '/v1/calls/active/transfer': done })
    await using service = await startTestService({ BLAND_API_URL: api.origin })
    const account = await connectAccount(service, 'bland', bland.secret)
    const { query, idOf } = voiceOf(service)
    await query('mutation($input: SetPlatformApiKeyInput!) { setPlatformApiKey(input: $input) { platformConnection { id } } }', {
      input: { id: account.id, apiKey: 'key-1' },
    })
    await bland.send(account, bland.messagesOf({ id: 'live-1', number: '+15554313359', said: [] })[0])
    await bland.invoke?.(account, 'live-1', 'request_callback', { preferred_time: 'tomorrow' })
    await account.read('live-1')
    const { page, troubles } = await given.openOn(service, `/calls/${await idOf('live-1')}`)
    await page.getByRole('button', { name: 'Transfer' }).click()
    const form = page.getByRole('dialog', { name: 'Transfer this call' })
    await form.getByLabel('Telephone number').fill('+17035550135')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Transfer it' }).click()
    await page.getByText('The platform transfers the call.').waitFor()
    await page.getByRole('button', { name: 'End the call' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End for good' }).click()
    await page.getByText('The platform ends the call.').waitFor()
    await until(() => asked.length === 2)
    expect(asked).toEqual(['/v1/calls/active/transfer', '/v1/calls/live-1/stop'])
    expect(troubles).toEqual([])
    await page.close()
  })
})
