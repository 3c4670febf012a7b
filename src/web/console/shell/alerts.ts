import { useState } from 'react'
import { notify } from './notices.tsx'

// Whether the browser tells of new work, by this browser: what one computer may show says nothing of another.

const place = 'care-outreach.alerts'

/** Whether its user wants to be told, and the browser allows it. */
const isOn = (): boolean => localStorage.getItem(place) === 'on' && 'Notification' in window && Notification.permission === 'granted'

/** Where the page is not looked at and its user wants to know, the browser says so. @param open what a click on it does */
export function tell(words: string, open: () => void): void {
  if (!document.hidden || !isOn()) return
  try {
    // One of its kind at a time: what comes again takes the place of what was not looked at.
    const alert = new Notification('Care Outreach', { body: words, tag: words })
    alert.onclick = () => {
      window.focus()
      open()
      alert.close()
    }
  } catch {
    // Browsers of telephones have the constructor and refuse it.
    localStorage.removeItem(place)
  }
}

/** Whether the browser tells of new work, and what turns it on or off; the browser asks its user first. */
export function useAlerts(): [on: boolean, change: () => Promise<void>] {
  const [on, setOn] = useState(isOn)
  const change = async () => {
    if (on) {
      localStorage.removeItem(place)
      notify('You are not told of new work any more.')
    } else if ('Notification' in window && (await Notification.requestPermission()) === 'granted') {
      localStorage.setItem(place, 'on')
      notify('You are told of new work while this page is open, without names.')
    } else notify('Your browser does not let this page tell you. Allow notifications in its settings.')
    setOn(isOn())
  }
  return [on, change]
}
