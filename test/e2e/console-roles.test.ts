import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffRoles } from '../../src/domain/access/roles.ts'
import { hasBrowser, launchBrowser } from '../support/browser.ts'
import { openPage, signInByKey } from '../support/console-browser.ts'
import { openEveryPage, watchRequests } from '../support/console-crawl.ts'
import { audience, startIdentityProvider } from '../support/identity-provider.ts'
import { keyWith } from '../support/library.ts'
import { addRecords } from '../support/records.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe.runIf(hasBrowser)('whoever signs in to the console', () => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  let service: TestService
  let browser: Browser
  beforeAll(async () => {
    provider = await startIdentityProvider()
    service = await startTestService({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: audience })
    await addRecords(service, { patients: 2 })
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
    await provider?.[Symbol.asyncDispose]()
  })

  async function signInAs(token: string) {
    const { page, troubles } = await openPage(browser, service.url())
    const watched = watchRequests(page)
    await signInByKey(page, service.url(), '', token)
    await watched.settled()
    return { page, troubles, ...watched }
  }

  const firstPages = { content_editor: 'Library', administrator: 'Library' } as Record<string, string>

  /** Every page that is offered opens, and asks for nothing that the service refuses. */
  async function seesOnlyWhatIsTheirs(token: string, first: string) {
    const { page, troubles, refused, settled } = await signInAs(token)
    await page.getByRole('heading', { level: 1, name: first }).waitFor()
    const closed: string[] = []
    await openEveryPage(page, settled, async (address) => {
      if ((await page.getByText('You may not see this page').count()) > 0) closed.push(address)
    })
    expect({ closed, refused, troubles }).toEqual({ closed: [], refused: [], troubles: [] })
    await page.close()
  }

  test.each(staffRoles)('as %s begins on a page that is theirs, and every page that is offered opens', async (role) => {
    const token = await provider.token(role, { name: 'Sam Staff', roles: [role] })
    await seesOnlyWhatIsTheirs(token, firstPages[role] ?? 'Work')
  })

  test.each(['patients_read', 'library', 'access'])(
    'with a key that has %s alone begins on a page that is theirs, and every page that is offered opens',
    async (scope) => {
      await seesOnlyWhatIsTheirs(await keyWith(service, scope), { patients_read: 'Work', library: 'Library' }[scope] ?? 'Operators')
    },
  )

  test('as content editor tries a question, to the search and to the chat', async () => {
    const { page, refused } = await signInAs(await provider.token('editor', { name: 'Ed', roles: ['content_editor'] }))
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByLabel('Question').fill('What is the airspeed of a swallow?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('region', { name: 'Search' }).getByText('Nothing was found').waitFor()
    await page.getByRole('region', { name: 'Chat' }).getByText('Not found').waitFor()
    expect(refused).toEqual([])
    await page.close()
  })

  test('without a role is told so, and whom to ask', async () => {
    const { page } = await signInAs(await provider.token('newcomer', { name: 'New', roles: [] }))
    await page.getByText('No page is open to you').waitFor()
    await page.close()
  })
})
