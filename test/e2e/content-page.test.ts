import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addItems, searchable, widgetOf } from '../support/library.ts'
import { startTestService, type TestService } from '../support/service.ts'

const executablePath = '/usr/bin/chromium'
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The longest word and a heading that is no shorter: what breaks a narrow page. */
const leaflet = [
  { title: 'Emgality patient leaflet', section_header: 'How to store Emgality', content: `Keep it cold.\n\n${'x'.repeat(200)}` },
  { title: 'Emgality patient leaflet', section_header: 'How to inject', content: 'Let it reach room temperature.\nThen inject.' },
  { title: 'Emgality patient leaflet', section_header: 'Getting help', content: 'Call the program on weekdays.' },
]

describe.runIf(existsSync(executablePath))('the page of a section of the library', () => {
  let service: TestService
  let browser: Browser
  let ids: string[]
  beforeAll(async () => {
    service = await startTestService()
    await addItems(service, leaflet)
    await searchable(service)
    ids = (await widgetOf(service).content('')).body.items.map(({ id }: { id: string }) => id)
    browser = await chromium.launch({ executablePath, args: quiet })
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
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const path of [`/content/${ids[1]}`, '/content/removed']) {
        const { page, troubles } = await open(path, { colorScheme })
        await page.evaluate(axe)
        const { violations } = await page.evaluate(() =>
          (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run(),
        )
        expect(violations, `${path} ${colorScheme}`).toEqual([])
        expect(troubles.filter((text) => !text.includes('404'))).toEqual([])
        await page.close()
      }
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
