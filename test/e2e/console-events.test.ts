import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { until } from '../support/service.ts'

describe.runIf(hasBrowser)('events in the console', () => {
  const given = givenConsole()

  test('another system is subscribed, tried, paused, resumed and ended; an address inside the network is refused', async () => {
    const { page, troubles } = await given.open('/operators?view=events')
    await page.getByText('No other system is told').waitFor()
    await page.getByLabel('Name, as staff call it').fill('Hub')
    await page.getByLabel('Address, public and https').fill('https://10.0.0.1/events')
    await page.getByLabel('Call completed').check()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Events go to public https addresses only.').waitFor()
    await page.getByLabel('Address, public and https').fill('https://localhost:9/events')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('It is shown only now').waitFor()
    expect(await page.locator('code.secret').innerText()).toMatch(/^whsec_/)
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true })
    await page.getByRole('button', { name: 'Put away' }).click()

    await page.getByRole('button', { name: 'Try it of Hub' }).click()
    await page.getByText('An event without content is on its way.').waitFor()
    await until(async () => {
      await page.reload()
      await page.getByText('1 waiting').waitFor()
      return page.getByText('Failing since').isVisible()
    })
    await page.getByRole('button', { name: 'Replace the secret of Hub' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'for good' }).click()
    await page.getByText('verifies events from now on').waitFor()
    expect(await page.locator('code.secret').innerText()).toMatch(/^whsec_/)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Put away' }).click()
    await page.getByRole('button', { name: 'Pause of Hub' }).click()
    await page.getByRole('button', { name: 'Resume of Hub' }).click()
    await page
      .getByRole('button', { name: 'End of Hub' })
      .or(page.getByRole('button', { name: 'End Hub' }))
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'for good' }).click()
    await page.getByText('Ended', { exact: true }).waitFor()
    await page.getByText('1 given up').waitFor()
    expect(troubles).toEqual([])
  })
})
