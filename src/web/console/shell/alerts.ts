import { notify } from './notices.tsx'

// Whether the browser tells of new work, by this browser: what one computer may show says nothing of another.

const place = 'care-outreach.alerts'

/** Whether its user wants to be told, and the browser allows it. */
export const notifies = (): boolean =>
  localStorage.getItem(place) === 'on' && 'Notification' in window && Notification.permission === 'granted'

/** Where the page is not looked at and its user wants to know, the browser says so. @param open what a click on it does */
export function tell(words: string, open: () => void): void {
  if (!document.hidden || !notifies()) return
  const alert = new Notification('Care Outreach', { body: words, tag: 'care-outreach' })
  alert.onclick = () => {
    window.focus()
    open()
    alert.close()
  }
}

/** Turns it on or off; the browser asks its user first. */
export async function switchAlerts(): Promise<void> {
  if (notifies()) {
    localStorage.removeItem(place)
    return notify('You are not told of new work any more.')
  }
  const permission = 'Notification' in window ? await Notification.requestPermission() : 'denied'
  if (permission !== 'granted') return notify('Your browser does not let this page tell you. Allow notifications in its settings.')
  localStorage.setItem(place, 'on')
  notify('You are told of new work while this page is open, without names.')
}
