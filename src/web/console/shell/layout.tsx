import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, matchRoute, useLocation, useRouter } from 'wouter'
import { pages } from '../pages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { Loading } from '../ui/states.tsx'
import { useCaller } from './caller.tsx'
import { signOut } from './session.ts'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { chooseTheme, chosenTheme, themes } from './theme.ts'

const FindPatient = lazy(() => import('./find-patient.tsx'))

const sections = ['Care', 'Knowledge', 'Service'] as const

/** Navigation beside the page; of the pages, those that the caller may open. */
export function Layout({ children }: { children: ReactNode }) {
  const { caller, may } = useCaller()
  const [location, navigate] = useLocation()
  const { parser } = useRouter()
  const [menu, setMenu] = useState(false)
  const [theme, setTheme] = useState(chosenTheme)
  const [shown, setShown] = useState<'help' | 'find'>()
  const close = () => setShown(undefined)
  const finds = may('patients_read', 'care')
  const open = pages.filter(({ scopes }) => scopes === undefined || may(...scopes))
  const here = pages.find(({ path }) => matchRoute(parser, path, location)[0])
  const title = here?.title ?? 'Care Outreach'
  useEffect(() => {
    document.title = `${title} · Care Outreach`
    document.getElementById('main')?.scrollTo(0, 0)
  }, [title])
  // Another page closes the menu.
  useEffect(() => setMenu(false), [location])
  useShortcuts(
    'Go to',
    Object.fromEntries(
      open.flatMap(({ shortcut, title, path }) => (shortcut ? [[`g ${shortcut}`, [title, () => navigate(path)] as const]] : [])),
    ),
  )
  useShortcuts('Everywhere', {
    ...(finds && { '/': ['Find a patient', () => setShown('find')] as const }),
    '?': ['This help', () => setShown('help')],
  })
  return (
    <div className="layout">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <nav aria-label="Pages" className={menu ? 'navigation open' : 'navigation'}>
        <Link href="/work" className="brand">
          Care Outreach
        </Link>
        <button type="button" className="button quiet menu" aria-expanded={menu} onClick={() => setMenu(!menu)}>
          Menu
        </button>
        {finds && (
          <Button look="find" onClick={() => setShown('find')}>
            Find a patient <kbd>/</kbd>
          </Button>
        )}
        {sections.map((section) => {
          const links = open.filter((page) => page.section === section)
          return (
            links.length > 0 && (
              <section key={section} aria-label={section}>
                <h2>{section}</h2>
                {links.map(({ path, title }) => (
                  <Link key={path} href={path} aria-current={location === path || location.startsWith(`${path}/`) ? 'page' : undefined}>
                    {title}
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
              ['Keyboard shortcuts', () => setShown('help')],
              ['Sign out', signOut],
            ]}
          />
        </footer>
      </nav>
      <main id="main" tabIndex={-1}>
        {here?.scopes && !may(...here.scopes) ? (
          <p>You may not see this page. Ask an administrator for the scope {here.scopes[0]}.</p>
        ) : (
          children
        )}
      </main>
      <ShortcutHelp open={shown === 'help'} onClose={close} />
      <Dialog title="Find a patient" open={shown === 'find'} onClose={close}>
        <Suspense fallback={<Loading />}>
          <FindPatient onChosen={close} />
        </Suspense>
      </Dialog>
    </div>
  )
}
