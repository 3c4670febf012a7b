import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { openEveryPage, watchRequests } from '../support/console-crawl.ts'
import { addRecords } from '../support/records.ts'

describe.runIf(hasBrowser)('the layout of the console', () => {
  const given = givenConsole((service) => addRecords(service, { patients: 60, utterances: 80 }))

  test('on a wide screen every page scrolls within itself: nothing beyond its end moves the navigation away', async () => {
    const { page } = await given.open('/work')
    await page.setViewportSize({ width: 1440, height: 900 })
    const { settled } = watchRequests(page)
    const moved: string[] = []
    const seen = await openEveryPage(page, settled, async (address) => {
      for (const figure of await page.getByRole('button', { name: /^Table of/ }).all()) await figure.click()
      const { height, scrolled, top } = await page.evaluate(() => {
        document.getElementById('main')?.scrollTo(0, 1e6)
        scrollTo(0, 1e6)
        const navigation = document.querySelector('nav')?.getBoundingClientRect()
        return { height: document.documentElement.scrollHeight, scrolled: scrollY, top: navigation?.top }
      })
      if (height !== 900 || scrolled !== 0 || top !== 0) moved.push(`${address}: ${height} px, scrolled by ${scrolled}`)
    })
    expect(moved).toEqual([])
    expect(seen).toEqual(expect.arrayContaining(['/console/calls/:n', '/console/figures', '/console/operators', '/console/safety/:n']))
  })

  test('on a narrow screen no page is wider than the screen', async () => {
    const { page } = await given.open('/work')
    await page.setViewportSize({ width: 320, height: 640 })
    const { settled } = watchRequests(page)
    const wide: string[] = []
    await openEveryPage(page, settled, async (address) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 320) wide.push(`${address}: ${width} px`)
    })
    expect(wide).toEqual([])
  })
})
