import { mkdir, rm } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { consoleTour } from './console.ts'
import { inEveryLook } from './looks.ts'
import { ask, type Places } from './places.ts'
import { photographForReadme } from './readme.ts'
import { filledService } from './service.ts'
import { widgetTour } from './widget.ts'

// Every page of the console, the demo page with the widget, and a content page: light, dark and 320 px wide, into .scratch/screenshots.
// It starts a service with the people of `care demo`; with CARE_URL, API_KEY and WIDGET_API_KEY it takes one that runs.
//
//   npm run bench screenshots                 all
//   ONLY=work,patients npm run bench screenshots   those whose name has one of these words
//   README=1 npm run bench screenshots          those of README, into docs/images

const folder = '.scratch/screenshots'

const service = await filledService()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  const places = await ask(service)
  if (process.env.README) await photographForReadme(browser, service, places)
  else await photographAll(places)
} finally {
  await browser.close()
  await service.stop()
}

async function photographAll(places: Places): Promise<void> {
  const only = process.env.ONLY?.split(',')
  if (!only) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const wanted = (name: string) => !only || only.some((word) => name.includes(word))
  for (const tour of [consoleTour, widgetTour]) {
    for (const line of await inEveryLook(tour(browser, service, places), folder, wanted)) console.log(line)
  }
  console.log(`Pictures in ${folder}`)
}
