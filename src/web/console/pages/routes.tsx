import { lazy } from 'react'
import { Route } from 'wouter'
import './pages.css'
import './lists.css'
import './forms.css'
import './calls/transcript.css'

const CallsPage = lazy(() => import('./calls/calls-page.tsx').then((file) => ({ default: file.CallsPage })))
const CallPage = lazy(() => import('./calls/call-page.tsx').then((file) => ({ default: file.CallPage })))
const LibraryPage = lazy(() => import('./library/library-page.tsx').then((file) => ({ default: file.LibraryPage })))
const ConversationsPage = lazy(() => import('./conversations/conversations-page.tsx').then((file) => ({ default: file.ConversationsPage })))
const ConversationPage = lazy(() => import('./conversations/conversation-page.tsx').then((file) => ({ default: file.ConversationPage })))
const FiguresPage = lazy(() => import('./figures/figures-page.tsx').then((file) => ({ default: file.FiguresPage })))
const OperatorsPage = lazy(() => import('./operators/operators-page.tsx').then((file) => ({ default: file.OperatorsPage })))

/** Each page is a file of its own, loaded when it is opened. */
export const routes = [
  <Route key="calls" path="/calls" component={CallsPage} />,
  <Route key="call" path="/calls/:id">{({ id }) => <CallPage key={id} id={Number(id)} />}</Route>,
  <Route key="library" path="/library" component={LibraryPage} />,
  <Route key="conversations" path="/conversations" component={ConversationsPage} />,
  <Route key="conversation" path="/conversations/:id">{({ id }) => <ConversationPage key={id} id={Number(id)} />}</Route>,
  <Route key="figures" path="/figures" component={FiguresPage} />,
  <Route key="operators" path="/operators" component={OperatorsPage} />,
]
