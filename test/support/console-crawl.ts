import type { Page } from 'playwright-core'
import { until } from './service.ts'

/** Which page an address shows, whichever record is on it. */
const kindOf = (address: string) => address.replace(/\d+/g, ':n')

/** Notes the requests of a console that are under way, and what the service refused of them. */
export function watchRequests(page: Page) {
  const underWay = new Set<unknown>()
  const refused: string[] = []
  const ofConsole = (url: string) => new URL(url).pathname === '/graphql'
  page.on('request', (request) => ofConsole(request.url()) && underWay.add(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  page.on('response', async (response) => {
    if (!ofConsole(response.url())) return
    const text = await response.text().catch(() => '')
    if (text.includes('"FORBIDDEN"')) refused.push(`${new URL(page.url()).pathname}: ${text.slice(0, 200)}`)
    underWay.delete(response.request())
  })
  /** Until the page shows what it asked for. */
  const settled = async () => {
    await page.locator('main#main :is(h1, .state)').first().waitFor()
    await until(async () => underWay.size === 0 && (await page.getByText('Loading…').count()) === 0)
  }
  return { refused, settled }
}

/** As a click on a link does: without loading the console anew. */
const goTo = (page: Page, address: string) =>
  page.evaluate(async (to) => {
    history.pushState(null, '', to)
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  }, address)

/** Opens every page that the navigation shows, and every page, once of each kind, that a link on these leads to. */
export async function openEveryPage(page: Page, settled: () => Promise<void>, look: (address: string) => Promise<void>): Promise<string[]> {
  await settled()
  const seen = new Set<string>()
  const waiting: string[] = []
  const collect = async () => {
    const links = page.locator('nav[aria-label="Pages"] a, main#main a')
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    for (const address of addresses) {
      if (!address.startsWith('/console/') || seen.has(kindOf(address))) continue
      seen.add(kindOf(address))
      waiting.push(address)
    }
  }
  await collect()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    await goTo(page, address)
    await settled()
    await look(address)
    await collect()
  }
  return [...seen]
}
