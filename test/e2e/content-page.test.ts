import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser, launchBrowser } from '../support/browser.ts'
import { addItems, searchable, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** The longest word and a heading that is no shorter: what breaks a narrow page. */
const leaflet = [
  { title: 'Emgality patient leaflet', section_header: 'How to store Emgality', content: `Keep it cold.\n\n${'x'.repeat(200)}` },
  { title: 'Emgality patient leaflet', section_header: 'How to inject', content: 'Let it reach room temperature.\nThen inject.' },
  { title: 'Emgality patient leaflet', section_header: 'Getting help', content: 'Call the program on weekdays.' },
]

describe.runIf(hasBrowser)('the page of a section of the library', () => {
  let service: TestService
  let browser: Browser
  let ids: string[]
  beforeAll(async () => {
    service = await startTestService()
    await addItems(service, leaflet)
    await searchable(service)
    ids = (await widgetOf(service).content('')).body.items.map(({ id }: { id: string }) => id)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.[Symbol.asyncDispose]()
  })

  async function open(path: string, options: { colorScheme: 'light' | 'dark'; width?: number }) {
    const page = await browser.newPage({ colorScheme: options.colorScheme, viewport: { width: options.width ?? 1000, height: 800 } })
    const troubles: string[] = []
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
    await page.goto(service.url() + path)
    return { page, troubles }
  }

  test('axe finds nothing in either theme, and nothing of it is refused by its policy', async () => {
    for (const path of [`/content/${ids[1]}`, '/content/removed']) {
      const { page, troubles } = await open(path, { colorScheme: 'light' })
      expect(await axeViolations(page), path).toEqual([])
      expect(troubles.filter((text) => !text.includes('404'))).toEqual([])
      await page.close()
    }
  })

  test('fits a screen of 320 px, and the keyboard leads from part to part', async () => {
    const { page } = await open(`/content/${ids[0]}`, { colorScheme: 'light', width: 320 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 2, name: 'How to inject' }).waitFor()
    expect(await page.getByRole('link').allInnerTexts()).toEqual(['Previous\nHow to store Emgality', 'Next\nGetting help'])
    await page.getByRole('link', { name: /Getting help/ }).click()
    await page.getByText('Part 3 of 3').waitFor()
  })

  test('is printed as text without its links', async () => {
    const { page } = await open(`/content/${ids[1]}`, { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('nav').isVisible()).toBe(false)
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).color)).toBe('rgb(0, 0, 0)')
  })
})
