import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { FindDocument, type FindQuery } from '../generated/documents.ts'
import { usePayers } from '../patient/patient-fields.tsx'
import { words } from '../ui/pill.tsx'
import { Day, Time } from '../ui/time.tsx'
import { useCaller } from './caller.tsx'
import { useOpenPages } from './use-open-pages.ts'

/** Something to open. */
export interface Hit {
  kind: 'Patient' | 'Safety case' | 'Prior authorization' | 'Call' | 'Conversation' | 'Payer' | 'Page'
  title: string
  detail?: ReactNode
  address: string
}

/** What fits the words, of what the caller may see: records by name or number, payers, pages. */
export function useFound(search: string): { hits: Hit[]; state: 'answered' | 'waiting' | 'failed' } {
  const { may } = useCaller()
  const pages = useOpenPages()
  const { payers } = usePayers()
  const number = /^\d{1,9}$/.test(search) ? Number(search) : 0
  const variables = {
    search,
    number,
    caseNumber: search.toUpperCase(),
    patients: may('patients_read', 'care'),
    cases: may('patients_read', 'safety_review', 'care'),
    authorizations: may('patients_read', 'benefits', 'care'),
    numbered: number > 0 && may('patients_read', 'care'),
  }
  const pause = search.length < 2 || !(variables.patients || variables.cases || variables.authorizations)
  const [{ data, error, fetching, operation }] = useQuery({ query: FindDocument, variables, pause, requestPolicy: 'network-only' })
  const answered = pause || (!fetching && operation?.variables.search === search)
  const fits = (name: string) => search !== '' && name.toLowerCase().includes(search.toLowerCase())
  const payerPage = pages.find(({ path }) => path === '/patients' || path === '/prior-authorization')
  return {
    state: !answered ? 'waiting' : error && !pause ? 'failed' : 'answered',
    hits: [
      ...(pause || !data ? [] : recordsOf(data)),
      ...(payerPage
        ? payers
            .filter(([, name]) => search.length > 1 && fits(name))
            .slice(0, 4)
            .map(([id, title]): Hit => ({ kind: 'Payer', title, address: `${payerPage.path}?payer=${id}` }))
        : []),
      ...pages
        .filter(({ path, title }) => !path.includes(':') && fits(title))
        .map(({ path, title }): Hit => ({ kind: 'Page', title, address: path })),
    ],
  }
}

function recordsOf({ patients, adverseEvents, paCases, voiceCall, platformCall, conversation }: FindQuery): Hit[] {
  const calls = [voiceCall, platformCall].flatMap((call) => (call ? [call] : []))
  return [
    ...(patients?.edges ?? []).map(
      ({ node: { id, firstName, lastName, dateOfBirth, mrn } }): Hit => ({
        kind: 'Patient',
        title: `${lastName}, ${firstName}`,
        detail: (
          <>
            <Day on={dateOfBirth} /> · {mrn}
          </>
        ),
        address: `/patients/${id}`,
      }),
    ),
    ...(adverseEvents?.edges ?? []).map(
      ({ node }): Hit => ({
        kind: 'Safety case',
        title: node.caseNumber,
        detail: words(node.reviewState),
        address: `/safety/${node.id}`,
      }),
    ),
    ...(paCases?.edges ?? []).map(
      ({ node: { id, medicationName, referenceNumber, payer } }): Hit => ({
        kind: 'Prior authorization',
        title: `${referenceNumber}, ${medicationName}`,
        detail: payer?.name,
        address: `/prior-authorization?case=${id}`,
      }),
    ),
    ...calls.map(
      ({ id, createdAt }): Hit => ({ kind: 'Call', title: `Call ${id}`, detail: <Time at={createdAt} />, address: `/calls/${id}` }),
    ),
    ...(conversation
      ? [
          {
            kind: 'Conversation' as const,
            title: `Conversation ${conversation.id}`,
            detail: <Time at={conversation.createdAt} />,
            address: `/conversations/${conversation.id}`,
          },
        ]
      : []),
  ]
}
