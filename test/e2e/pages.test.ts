import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../support/browser.ts'
import { apiKey, patientBody, startTestService, type TestService } from '../support/service.ts'

describe.runIf(hasBrowser)('pages in a browser', () => {
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    service = await startTestService()
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  /** A page that notes what it asks of other hosts and what goes wrong in it. */
  async function open(path: string) {
    const page = await browser.newPage()
    const troubles: string[] = []
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== service.url()) troubles.push(`foreign ${request.url()}`)
    })
    page.on('pageerror', (error) => troubles.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('401')) troubles.push(message.text())
    })
    await page.goto(service.url() + path)
    return { page, troubles }
  }

  test('/docs shows every route and sends a request with a key, from this host alone', async () => {
    await service.rest('POST', '/v1/patients', { body: patientBody({ first_name: 'Docsine' }) })
    const { page, troubles } = await open('/docs')
    await page.locator('.opblock').nth(18).waitFor()
    expect(await page.locator('.opblock').count()).toBe(23)
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.locator('.auth-container input').first().fill(apiKey)
    await page.locator('.auth-container .authorize').first().click()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.locator('#operations-Patients-ListPatients .opblock-summary-control').click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table').getByText('Docsine').first().waitFor()
    expect(troubles).toEqual([])
  })

  test('GraphiQL loads without a key, from this host alone', async () => {
    const { page, troubles } = await open('/graphql')
    await page.getByText('"Bearer <API_KEY>"').waitFor()
    expect(await page.title()).toBe('Care Outreach')
    expect(troubles).toEqual([])
  })
})
