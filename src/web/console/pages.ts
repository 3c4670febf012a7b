import type { ComponentType } from 'react'
import type { Scope, WorkChangedFilter } from './generated/documents.ts'

export interface ConsolePage {
  /** Below /console. */
  path: string
  title: string
  /** Where it stands in the navigation; absent for a page that is reached from another. */
  section?: 'Care' | 'Knowledge' | 'Service'
  /** Any one of them opens it; absent for everybody. */
  scopes?: Scope[]
  /** After `g`, opens it. */
  shortcut?: string
  /** Changes of work after which what it shows is read again. */
  live?: WorkChangedFilter
  load: () => Promise<{ default: ComponentType }>
}

/** Every page of the console, in the order of the navigation. */
export const pages: ConsolePage[] = [
  {
    path: '/work',
    title: 'Work',
    section: 'Care',
    scopes: ['patients_read', 'care', 'safety_review', 'benefits'],
    shortcut: 'w',
    live: {},
    load: () => import('./pages/work.tsx'),
  },
  {
    path: '/patients',
    title: 'Patients',
    section: 'Care',
    scopes: ['patients_read', 'care'],
    shortcut: 'p',
    load: () => import('./pages/patients.tsx'),
  },
  {
    path: '/patients/:id/record',
    title: 'Patient record',
    scopes: ['patients_read', 'care'],
    load: () => import('./pages/patient-record.tsx'),
  },
  { path: '/patients/:id', title: 'Patient', scopes: ['patients_read', 'care'], load: () => import('./pages/patient.tsx') },
  {
    path: '/safety',
    title: 'Safety',
    section: 'Care',
    scopes: ['patients_read', 'safety_review', 'care'],
    shortcut: 's',
    live: { kinds: ['adverse_event'] },
    load: () => import('./pages/safety.tsx'),
  },
  {
    path: '/safety/reports',
    title: 'Safety reports',
    scopes: ['patients_read', 'safety_review', 'care'],
    live: { kinds: ['safety_report'] },
    load: () => import('./pages/safety-reports.tsx'),
  },
  {
    path: '/safety/programs',
    title: 'Safety programmes',
    scopes: ['patients_read', 'safety_review', 'care'],
    load: () => import('./pages/safety-programs.tsx'),
  },
  {
    path: '/safety/:id',
    title: 'Safety case',
    scopes: ['patients_read', 'safety_review', 'care'],
    live: { kinds: ['adverse_event', 'safety_report', 'follow_up_action'] },
    load: () => import('./pages/safety-case.tsx'),
  },
  {
    path: '/prior-authorization',
    title: 'Prior authorization',
    section: 'Care',
    scopes: ['patients_read', 'benefits', 'care'],
    shortcut: 'a',
    live: { kinds: ['pa_case'] },
    load: () => import('./pages/prior-authorization.tsx'),
  },
  {
    path: '/calls',
    title: 'Calls',
    section: 'Care',
    scopes: ['patients_read', 'care'],
    shortcut: 'c',
    load: () => import('./pages/calls/calls-page.tsx'),
  },
  { path: '/calls/:id', title: 'Call', scopes: ['patients_read', 'care'], load: () => import('./pages/calls/call-page.tsx') },
  {
    path: '/library',
    title: 'Library',
    section: 'Knowledge',
    scopes: ['library', 'patients_read', 'care', 'benefits'],
    shortcut: 'l',
    load: () => import('./pages/library/library-page.tsx'),
  },
  {
    path: '/policies',
    title: 'Payer policies',
    section: 'Knowledge',
    scopes: ['library', 'patients_read', 'care', 'benefits'],
    shortcut: 'y',
    load: () => import('./pages/policies.tsx'),
  },
  {
    path: '/conversations',
    title: 'Conversations',
    section: 'Knowledge',
    scopes: ['patients_read', 'care'],
    shortcut: 'v',
    load: () => import('./pages/conversations/conversations-page.tsx'),
  },
  {
    path: '/conversations/:id',
    title: 'Conversation',
    scopes: ['patients_read', 'care'],
    load: () => import('./pages/conversations/conversation-page.tsx'),
  },
  {
    path: '/figures',
    title: 'Figures',
    section: 'Service',
    scopes: ['patients_read', 'care'],
    shortcut: 'f',
    load: () => import('./pages/figures/figures-page.tsx'),
  },
  {
    path: '/operators',
    title: 'Operators',
    section: 'Service',
    scopes: ['access', 'library'],
    shortcut: 'o',
    load: () => import('./pages/operators/operators-page.tsx'),
  },
  { path: '/demonstration', title: 'Made-up people', scopes: ['access'], load: () => import('./pages/demonstration.tsx') },
]
