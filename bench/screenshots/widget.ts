import type { Browser, Page } from 'playwright-core'
import type { Tour } from './looks.ts'
import type { Places } from './places.ts'
import type { FilledService } from './service.ts'

const questions = {
  'widget-answer': 'What are common side effects of Emgality?',
  'widget-emergency': 'My chest hurts and I cannot breathe',
  'widget-not-found': 'What is the weather tomorrow?',
}

/** Opens the widget on the demo page in a conversation of its own. */
async function openWidget(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/demo`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.reload()
  await page.locator('care-outreach .launcher').click()
  await page.locator('care-outreach .welcome').waitFor()
}

/** The widget with a question and its whole answer. @param before what is done before it is asked */
export async function askWidget(page: Page, url: string, question: string, before: () => Promise<void> = async () => {}): Promise<void> {
  await openWidget(page, url)
  await before()
  await page.getByRole('combobox').fill(question)
  await page.getByRole('combobox').press('Enter')
  await page.locator('care-outreach .assistant:not(.welcome) .actions').waitFor({ timeout: 60_000 })
}

/** The demo page, a page of content, and the widget's kinds of answers. */
export const widgetTour =
  (browser: Browser, { url }: FilledService, places: Places): Tour =>
  async (options, take, wanted) => {
    const page = await browser.newPage(options)
    await page.goto(`${url}/demo`)
    await page.locator('care-outreach .launcher').waitFor()
    await take(page, 'demo')
    await page.goto(`${url}/content/${places.contentItem}`)
    await take(page, 'content')
    for (const [name, question] of Object.entries(questions)) {
      if (!wanted(name)) continue
      await askWidget(page, url, question, async () => {
        if (name === 'widget-answer') await take(page, 'widget-before')
      })
      await take(page, name)
    }
    await page.close()
  }
