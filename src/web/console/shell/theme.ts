const place = 'care-outreach.theme'

/** Takes the theme that was chosen in this browser; without one, the system's holds. */
export function applyTheme(): void {
  const chosen = localStorage.getItem(place)
  if (chosen) document.documentElement.dataset.theme = chosen
}

export function toggleTheme(): void {
  const now = document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  localStorage.setItem(place, now === 'dark' ? 'light' : 'dark')
  applyTheme()
}
