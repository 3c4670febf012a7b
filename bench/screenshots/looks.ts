import type { BrowserContextOptions, Page } from 'playwright-core'

export interface Look {
  name: string
  options: BrowserContextOptions
}

export const looks: Look[] = [
  { name: 'light', options: { viewport: { width: 1360, height: 900 }, colorScheme: 'light' } },
  { name: 'dark', options: { viewport: { width: 1360, height: 900 }, colorScheme: 'dark' } },
  { name: '320', options: { viewport: { width: 320, height: 720 }, colorScheme: 'light' } },
]

/** The page as it is now, all of it up to 2,400 px. @returns whether it is wider than the screen, as a line */
export async function picture(page: Page, folder: string, name: string, look: Look): Promise<string[]> {
  const { viewport } = look.options
  // The console scrolls its page beside the navigation: a screen as high as it needs shows all of it.
  const high = await page.evaluate(() => Math.max(document.getElementById('main')?.scrollHeight ?? 0, document.body.scrollHeight))
  if (viewport) await page.setViewportSize({ width: viewport.width, height: Math.min(2400, Math.max(viewport.height, high)) })
  await page.screenshot({ path: `${folder}/${name}-${look.name}.png` })
  if (viewport) await page.setViewportSize(viewport)
  const { wide, width } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, width: innerWidth }))
  return wide > width ? [`${name} ${look.name}: ${wide} px wide, the screen ${width}`] : []
}
