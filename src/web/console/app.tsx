// The staff console. How it is laid out, for whoever adds a page:
//
// - `pages.ts` lists the pages: address below /console, name, who may see it, and the module that is loaded when it is opened. Add one line
//   there; the navigation, the route, the document's title and the `g` shortcut come of it. A page module exports its component as default.
// - What a page asks stands in `operations/<page>.graphql`; `npm run generate` makes typed documents of it (generated/documents.ts).
// - `shell/` has the session, the client, sign-in and layout. `useCaller()` says who asks and `may('benefits')` what they may. Lists come
//   page by page through `usePages` (shell/use-pages.ts); single records through urql's `useQuery` inside `<Answered>` (ui/states.tsx).
// - A page with `live` in pages.ts follows what others do: its lists, and whatever calls `useLive` (parts/live.tsx), are read again.
// - `ui/` has the pieces: Button, Table, Pill, Field, Select, Combobox, Dialog, Confirm, Menu, Definitions, Listed, Time. What holds the
//   focus or moves it by keys is Ariakit's. Their one style sheet is ui/ui.css; a page's own goes to pages/<page>.css, imported by the page. Colours are custom properties of shell/theme.css, for both themes.
// - Addresses hold ids and enum values only (`useParam`, shell/use-param.ts): never a name, a date of birth or words that somebody typed.
// - `notify('Patient saved.')` (shell/notices.tsx) tells people and screen readers what was done.
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { Provider } from 'urql'
import { Redirect, Route, Router, Switch } from 'wouter'
import { pages } from './pages.ts'
import { LiveWork } from './parts/live.tsx'
import { CallerProvider } from './shell/caller.tsx'
import { client } from './shell/client.ts'
import { Layout } from './shell/layout.tsx'
import { Notices } from './shell/notices.tsx'
import { useToken } from './shell/session.ts'
import { SignIn } from './shell/sign-in.tsx'
import { useOpenPages } from './shell/use-open-pages.ts'
import { Button } from './ui/button.tsx'
import { Empty, Failed, Loading } from './ui/states.tsx'

const routes = pages.map((page) => ({ ...page, Page: lazy(page.load) }))

/** The whole console: who is not signed in sees the sign-in, at whatever address. */
export function App() {
  const token = useToken()
  return (
    <Router base="/console">
      {token === undefined ? (
        <SignIn />
      ) : (
        <Provider value={client()} key={token}>
          <CallerProvider>
            <Layout>
              <Boundary>
                <Suspense fallback={<Loading />}>
                  <Pages />
                </Suspense>
              </Boundary>
            </Layout>
          </CallerProvider>
        </Provider>
      )}
      <Notices />
    </Router>
  )
}

const Pages = () => (
  <Switch>
    <Route path="/">
      <First />
    </Route>
    {routes.map(({ path, live, Page }) => (
      <Route key={path} path={path}>
        {/* Another record's page begins anew: what was typed or opened for one must never be shown over another. */}
        {(params) => (
          <LiveWork filter={live}>
            <Page key={Object.values(params).join('/')} />
          </LiveWork>
        )}
      </Route>
    ))}
    <Route>
      <Empty title="There is no such page">The address may be mistyped.</Empty>
    </Route>
  </Switch>
)

/** Whoever comes without an address begins with the first page that is theirs. */
function First() {
  const [first] = useOpenPages()
  if (first) return <Redirect to={first.path} replace />
  return <Empty title="No page is open to you">Ask an administrator for a role. Then load this page again.</Empty>
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Failed title="This page stopped working">
        <Button onClick={() => location.reload()}>Load it again</Button>
      </Failed>
    )
  }
}
