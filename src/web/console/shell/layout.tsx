import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, matchRoute, useLocation, useRouter } from 'wouter'
import type { Scope } from '../generated/documents.ts'
import { pages } from '../pages.ts'
import { scopeName } from '../parts/scopes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { useAlerts } from './alerts.ts'
import { useCaller } from './caller.tsx'
import { Find } from './find.tsx'
import { signOut, signOutWhenIdle } from './session.ts'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { chooseTheme, chosenTheme, themes } from './theme.ts'
import { useOpenPages } from './use-open-pages.ts'
import { useVisitors } from './use-visitors.ts'
import { useWaiting } from './use-waiting.ts'

const sections = ['Care', 'Knowledge', 'Service'] as const

/** Navigation beside the page; of the pages, those that the caller may open. */
export function Layout({ children }: { children: ReactNode }) {
  const { caller, may } = useCaller()
  const [location, navigate] = useLocation()
  useEffect(signOutWhenIdle, [])
  const { parser } = useRouter()
  const [menu, setMenu] = useState(false)
  const [theme, setTheme] = useState(chosenTheme)
  const [shown, setShown] = useState<'help' | 'find'>()
  const close = () => setShown(undefined)
  // Who has chosen a patient goes on there, not where the search began.
  const leaving = useRef(false)
  const find = () => {
    leaving.current = false
    setShown('find')
  }
  const open = useOpenPages()
  const here = pages.find(({ path }) => matchRoute(parser, path, location)[0])
  const title = here?.title ?? 'Care Outreach'
  const waiting = useWaiting()
  const visitors = useVisitors()
  const [alerts, changeAlerts] = useAlerts()
  const count = waiting?.waiting ? `(${waiting.waiting}) ` : ''
  useEffect(() => {
    document.title = `${count}${title} · Care Outreach`
  }, [title, count])
  const seen = useRef(location)
  // Another page begins at its top, with the focus on it, so that screen readers tell of it; it closes the menu.
  useEffect(() => {
    if (seen.current === location) return
    seen.current = location
    setMenu(false)
    const main = document.getElementById('main')
    main?.scrollTo(0, 0)
    // On a narrow screen the document scrolls.
    scrollTo(0, 0)
    main?.focus({ preventScroll: true })
  }, [location])
  useShortcuts(
    'Go to',
    Object.fromEntries(
      open.flatMap(({ shortcut, title, path }) => (shortcut ? [[`g ${shortcut}`, [title, () => navigate(path)] as const]] : [])),
    ),
  )
  useShortcuts('Everywhere', {
    '/': ['Find or go to', find],
    '?': ['This help', () => setShown('help')],
  })
  return (
    <div className="layout">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <nav aria-label="Pages" className={menu ? 'navigation open' : 'navigation'}>
        <Link href="/" className="brand">
          Care Outreach
        </Link>
        <button type="button" className="button quiet menu" aria-expanded={menu} onClick={() => setMenu(!menu)}>
          Menu
        </button>
        <Button look="find" onClick={find}>
          Find or go to <kbd>/</kbd>
        </Button>
        {sections.map((section) => {
          const links = open.filter((page) => page.section === section)
          return (
            links.length > 0 && (
              <section key={section} aria-label={section}>
                <h2>{section}</h2>
                {links.map(({ path, title }) => (
                  <Link key={path} href={path} aria-current={location === path || location.startsWith(`${path}/`) ? 'page' : undefined}>
                    {title}
                    {path === '/work' && waiting && waiting.waiting > 0 && (
                      <span className={waiting.overdue > 0 ? 'badge late' : 'badge'}>
                        {waiting.waiting}
                        <span className="unseen"> waiting, {waiting.overdue} overdue</span>
                      </span>
                    )}
                    {path === '/conversations' && visitors.waiting > 0 && (
                      <span className="badge late">
                        {visitors.waiting}
                        <span className="unseen"> asking for a person</span>
                      </span>
                    )}
                  </Link>
                ))}
              </section>
            )
          )
        })}
        <footer>
          <Menu
            label={caller.staffMember?.name ?? 'Signed in by key'}
            choice={{
              legend: 'Colors',
              options: themes,
              value: theme,
              onChange: (chosen) => {
                chooseTheme(chosen)
                setTheme(chosen)
              },
            }}
            items={[
              ...(waiting ? [[alerts ? 'Do not tell me of new work' : 'Tell me of new work', () => void changeAlerts()] as const] : []),
              ...(may('patients_write', 'care')
                ? [
                    [
                      visitors.present ? 'Stop answering visitors' : 'Answer visitors who want a person',
                      () => visitors.setPresent(!visitors.present),
                    ] as const,
                  ]
                : []),
              ['Keyboard shortcuts', () => setShown('help')],
              ['Sign out', signOut],
            ]}
          />
          {visitors.present && <p className="muted small">You answer visitors who want a person.</p>}
        </footer>
      </nav>
      <main id="main" tabIndex={-1} aria-label={title}>
        {here?.scopes && !open.includes(here) ? (
          <p>You may not see this page. Ask an administrator for the right “{scopeName(here.scopes[0] as Scope)}”.</p>
        ) : (
          children
        )}
      </main>
      <ShortcutHelp open={shown === 'help'} onClose={close} />
      <Dialog
        light
        title="Find or go to"
        open={shown === 'find'}
        onClose={close}
        finalFocus={leaving.current ? document.getElementById('main') : undefined}
      >
        <Find
          actions={[
            ...(may('patients_write', 'care') ? [['Enroll a patient', () => navigate('/patients?new=patient')] as const] : []),
            ['Keyboard shortcuts', () => setShown('help')],
            ['Sign out', signOut],
          ]}
          onChosen={() => {
            leaving.current = true
            close()
          }}
        />
      </Dialog>
    </div>
  )
}
