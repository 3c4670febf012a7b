const place = 'care-outreach.theme'

export const themes = [
  ['system', 'As your system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** What was chosen in this browser. */
export const chosenTheme = (): string => localStorage.getItem(place) ?? 'system'

/** Takes the theme that was chosen; without one, the system's holds. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(place)
  if (chosen) document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
}

export function chooseTheme(theme: string): void {
  if (theme === 'system') localStorage.removeItem(place)
  else localStorage.setItem(place, theme)
  applyTheme()
}
