import { describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../support/browser.ts'
import { openPage } from '../support/console-browser.ts'
import { audience } from '../support/identity-provider.ts'
import { startTestService } from '../support/service.ts'
import { startSignInProvider } from '../support/sign-in-provider.ts'

describe.runIf(hasBrowser)('the console of an organization with its own sign-in', () => {
  test('signs a person in by OpenID Connect, at the address that was asked for, as the person they are', async () => {
    await using provider = await startSignInProvider()
    await using service = await startTestService({
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: audience,
      OIDC_CONSOLE_CLIENT_ID: 'console',
    })
    provider.serveFor(`${service.url()}/console/signed-in`)
    const browser = await launchBrowser()
    try {
      const { page } = await openPage(browser, service.url())
      await page.goto(`${service.url()}/console/patients?status=active`)
      await page.getByRole('button', { name: 'Sign in with your organization' }).click()
      await page.locator('input[name=login]').fill('sam')
      await page.locator('input[name=password]').fill('anything')
      await page.locator('button[type=submit]').click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Sam Supervisor').waitFor()
      expect(page.url()).toBe(`${service.url()}/console/patients?status=active`)
    } finally {
      await browser.close()
    }
  })
})
