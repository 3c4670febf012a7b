import { chromium } from 'playwright-core'

// docs/images/widget.png: a running service's /demo with an answer. `CARE_URL=http://127.0.0.1:3000 npm run bench widget-screenshot`.

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${process.env.CARE_URL ?? 'http://127.0.0.1:3000'}/demo`)
  await page.locator('care-outreach .launcher').click()
  await page.getByRole('combobox').fill('What are common side effects of Emgality?')
  await page.getByRole('combobox').press('Enter')
  await page.locator('care-outreach [data-kind="answer"] .actions').waitFor({ timeout: 60_000 })
  await page.screenshot({ path: 'docs/images/widget.png' })
} finally {
  await browser.close()
}
