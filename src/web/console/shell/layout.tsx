import { type ReactNode, useEffect, useState } from 'react'
import { Link, matchRoute, useLocation, useRouter } from 'wouter'
import { pages } from '../pages.ts'
import { Button } from '../ui/button.tsx'
import { useCaller } from './caller.tsx'
import { signOut } from './session.ts'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { toggleTheme } from './theme.ts'

const sections = ['Care', 'Knowledge', 'Service'] as const

/** Navigation beside the page; of the pages, those that the caller may open. */
export function Layout({ children }: { children: ReactNode }) {
  const { caller, may } = useCaller()
  const [location, navigate] = useLocation()
  const { parser } = useRouter()
  const [menu, setMenu] = useState(false)
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
          <p className="who" title={caller.id}>
            {caller.staffMember?.name ?? 'Signed in by key'}
          </p>
          <Button look="quiet" onClick={toggleTheme}>
            Light or dark
          </Button>
          <ShortcutHelp />
          <Button look="quiet" onClick={signOut}>
            Sign out
          </Button>
        </footer>
      </nav>
      <main id="main" tabIndex={-1}>
        {here?.scopes && !may(...here.scopes) ? (
          <p>You may not see this page. Ask an administrator for the scope {here.scopes[0]}.</p>
        ) : (
          children
        )}
      </main>
    </div>
  )
}
