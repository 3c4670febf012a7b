import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser, launchBrowser } from '../support/browser.ts'
import { openPage, signInByKey } from '../support/console-browser.ts'
import { startProcess } from '../support/process.ts'
import { freshDatabase, patientBody, until } from '../support/service.ts'

describe.runIf(hasBrowser)('the first minute', () => {
  test('whoever opens the service at its machine fills it with made-up people, sees their past and a live call, and looks at it as a role', async () => {
    await using database = await freshDatabase()
    await using service = await startProcess(database.env)
    const browser = await launchBrowser()
    const { page, troubles } = await openPage(browser, service.url())
    await page.goto(`${service.url()}/`)
    await page.getByRole('link', { name: 'Made-up people' }).click()
    await signInByKey(page, service.url(), '/demonstration')
    await page.getByRole('heading', { name: 'Fill the service' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await service.rest('POST', '/v1/patients', { body: patientBody() })
    await page.getByRole('button', { name: 'Fill with made-up people' }).click()
    await page.getByText('This service has a patient of its own').waitFor()
    await page.getByLabel('Although it has other patients').check()
    await page.getByRole('button', { name: 'Fill with made-up people' }).click()
    await page.getByText('are being made').waitFor()
    await page.getByText('One call goes on').waitFor({ timeout: 180_000 })
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true })

    const { data } = await service.graphql('{ patients(first: 100) { totalCount edges { node { mrn createdAt } } } }')
    expect(data.patients.totalCount).toBe(61)
    const weekAgo = Date.now() - 7 * 86_400_000
    const created = data.patients.edges.map(({ node }: { node: { createdAt: string } }) => Date.parse(node.createdAt))
    expect(Math.min(...created)).toBeLessThan(weekAgo)
    const live = '{ voiceCalls(first: 50, filter: { statuses: [in_progress] }) { edges { node { callId } } } }'
    await until(async () =>
      (await service.graphql(live)).data.voiceCalls.edges.some(({ node }: { node: { callId: string } }) => /^demo-live-/.test(node.callId)),
    )

    await page.getByRole('button', { name: 'See it as safety reviewer' }).click()
    await page.getByText('This is what a safety reviewer sees.').waitFor()
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Safety' }).waitFor()
    expect(await pages.getByRole('link', { name: 'Operators' }).count()).toBe(0)
    expect(troubles).toEqual([])
    await browser.close()
  })

  test('filling is refused to whoever comes through a proxy, is unknown or may not manage access', async () => {
    await using database = await freshDatabase()
    await using service = await startProcess(database.env)
    const ask = (headers: Record<string, string>, key?: string | null) =>
      service.rest('POST', '/demonstration.json', { headers, ...(key !== undefined && { key }) })
    expect((await ask({}, null)).status).toBe(401)
    expect((await ask({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(403)
    const made = await service.graphql(
      'mutation { createApiKey(input: { name: "reviewer", role: safety_reviewer }) { key apiKey { scopes } } }',
    )
    expect(made.data.createApiKey.apiKey.scopes).toEqual(['patients_read', 'safety_review'])
    expect((await ask({}, made.data.createApiKey.key)).status).toBe(403)
    expect((await service.rest('GET', '/demonstration.json')).body).toEqual({ state: 'idle' })
  })
})
