import type { BrowserContextOptions, Page } from 'playwright-core'

interface Look {
  name: string
  options: BrowserContextOptions
}

const looks: Look[] = [
  { name: 'light', options: { viewport: { width: 1360, height: 900 }, colorScheme: 'light' } },
  { name: 'dark', options: { viewport: { width: 1360, height: 900 }, colorScheme: 'dark' } },
  { name: '320', options: { viewport: { width: 320, height: 720 }, colorScheme: 'light' } },
]

/** Takes the picture of this name, if it is wanted. */
type Take = (page: Page, name: string) => Promise<void>
export type Tour = (options: BrowserContextOptions, take: Take, wanted: (name: string) => boolean) => Promise<void>

/** Goes on a tour in every look. @returns what is wider than the screen, a line each */
export async function inEveryLook(tour: Tour, folder: string, wanted: (name: string) => boolean): Promise<string[]> {
  const wide: string[] = []
  for (const look of looks) {
    const take: Take = async (page, name) => {
      if (wanted(name)) wide.push(...(await picture(page, folder, name, look)))
    }
    await tour({ ...look.options, timezoneId: 'America/New_York', reducedMotion: 'reduce' }, take, wanted)
  }
  return wide
}

/** The page as it is now, all of it up to 2,400 px. @returns whether it is wider than the screen, as a line */
async function picture(page: Page, folder: string, name: string, look: Look): Promise<string[]> {
  const { viewport } = look.options
  // The console scrolls its page beside the navigation: a screen as high as it needs shows all of it. The widget lies over its page.
  const high = await page.evaluate(() =>
    document.querySelector('care-outreach')?.shadowRoot?.querySelector('.over')
      ? 0
      : Math.max(document.getElementById('main')?.scrollHeight ?? 0, document.body.scrollHeight),
  )
  if (viewport) await page.setViewportSize({ width: viewport.width, height: Math.min(2400, Math.max(viewport.height, high)) })
  await page.screenshot({ path: `${folder}/${name}-${look.name}.png` })
  if (viewport) await page.setViewportSize(viewport)
  const { wide, width } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, width: innerWidth }))
  return wide > width ? [`${name} ${look.name}: ${wide} px wide, the screen ${width}`] : []
}
