import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { WorkDetailQuery } from '../generated/documents.ts'
import { counted } from '../parts/formats.ts'
import { useActorName } from '../parts/use-actor-name.ts'
import { benefitNameOfField, benefitValueOfField } from '../patient/benefit-words.ts'
import { Definitions } from '../ui/definitions.tsx'
import { Pill, words } from '../ui/pill.tsx'
import { Telephone } from '../ui/telephone.tsx'
import { Day } from '../ui/time.tsx'
import { readingsOf } from './readings.ts'

type RecordShown = NonNullable<NonNullable<WorkDetailQuery['workItem']>['record']>

interface Reported {
  voiceCall?: { id: number } | null
  chatMessage?: { conversationId: number } | null
}

/** Where one hears or reads how it came about, as a row of a list of definitions. */
function reportedIn({ voiceCall, chatMessage }: Reported, title = 'Reported in'): readonly (readonly [string, ReactNode])[] {
  if (chatMessage)
    return [
      [
        title,
        <Link key="chat" href={`/conversations/${chatMessage.conversationId}`}>
          The conversation
        </Link>,
      ],
    ]
  return voiceCall
    ? [
        [
          title,
          <Link key="call" href={`/calls/${voiceCall.id}`}>
            The call
          </Link>,
        ],
      ]
    : []
}

/** What an item is about, in the terms of its kind. */
export function ItemRecord({ record }: { record: RecordShown }) {
  const nameOf = useActorName()
  switch (record.__typename) {
    case 'AdverseEvent':
      return (
        <>
          <p>{record.eventDescription}</p>
          <Definitions
            close
            of={[
              [
                'Case',
                <Link key="case" href={`/safety/${record.id}`}>
                  {record.caseNumber}
                </Link>,
              ],
              ['Severity', record.severity && <Pill of={record.severity} />],
              ['Seriousness', record.seriousness.map(words).join(', ')],
              ['Suspect medicine', record.medicationName],
              ...reportedIn(record),
            ]}
          />
        </>
      )
    case 'FollowUpAction':
      return (
        <>
          <p>{record.action}</p>
          <Definitions
            close
            of={[
              ['For', words(record.assignedTo)],
              ['Status', <Pill key="status" of={record.followUpStatus} />],
              ...(record.adverseEvent
                ? [
                    [
                      'Case',
                      <Link key="case" href={`/safety/${record.adverseEvent.id}`}>
                        {record.adverseEvent.caseNumber}
                      </Link>,
                    ] as const,
                  ]
                : []),
              ...reportedIn(record),
            ]}
          />
        </>
      )
    case 'CallbackRequest': {
      const calls = record.callbackPatient?.consents.edges.find(({ node }) => node.channel === 'calls')?.node
      return (
        <>
          {calls && !calls.given && <p className="warning">The patient has withdrawn the consent to calls.</p>}
          <Definitions
            close
            of={[
              ['Telephone', record.phoneNumber && <Telephone key="phone" number={record.phoneNumber} />],
              ['Preferred time', record.preferredTime],
              ['Reason', record.reason],
              ...(record.openedBy ? [['Noted by', nameOf(record.openedBy)] as const] : []),
              ...reportedIn(
                {
                  voiceCall: record.callbackCall,
                  chatMessage: record.conversationId === null ? null : { conversationId: record.conversationId },
                },
                'Asked for in',
              ),
            ]}
          />
        </>
      )
    }
    case 'PaCase':
      return (
        <Definitions
          close
          of={[
            [
              'Medicine',
              <Link key="case" href={`/prior-authorization?case=${record.id}`}>
                {record.caseMedication ?? 'The case'}
              </Link>,
            ],
            ['Payer', record.payer?.name],
            ['Reference number', record.referenceNumber],
            ...(record.awaits === 'appeal' ? [['Last day of an appeal', <Day key="appeal" on={record.appealDueOn} />] as const] : []),
            ...(record.awaits === 'renewal' ? [['Approved to', <Day key="renewal" on={record.approvedTo} />] as const] : []),
          ]}
        />
      )
    case 'PolicyDocument':
      return (
        <Definitions
          close
          of={[
            [
              'Policy',
              <Link key="policy" href={`/policies?policy=${record.id}`}>
                {record.policyTitle ?? record.policyName}
              </Link>,
            ],
            ['Payer', record.policyPayer?.name],
            ['Read otherwise by the model', counted(record.openReadings, 'requirement')],
          ]}
        />
      )
    case 'BenefitDiscrepancy':
      return (
        <Definitions
          close
          of={[
            ['Benefit', benefitNameOfField(record.field)],
            ...readingsOf(record).map(({ name, value, quote }): [string, ReactNode] => [
              name,
              <>
                {benefitValueOfField(record.field, value)}
                {quote && <blockquote>{quote}</blockquote>}
              </>,
            ]),
          ]}
        />
      )
    case 'FunctionInvocation':
      return (
        <Definitions
          close
          of={[
            ['Function', record.functionName],
            ['Outcome', <Pill key="outcome" of={record.outcome} />],
            ['Error', record.error],
            ...reportedIn(record),
          ]}
        />
      )
    case 'SafetyReport':
      return (
        <>
          <p>{record.reportCase.eventDescription}</p>
          <Definitions
            close
            of={[
              [
                'Case',
                <Link key="case" href={`/safety/${record.reportCase.id}`}>
                  {record.reportCase.caseNumber}
                </Link>,
              ],
              ['To', record.program?.manufacturer ?? 'A manufacturer to be chosen'],
              ['Report', `${words(record.reportKind)}, version ${record.version}`],
              ['State', <Pill key="state" of={record.reportState} />],
              ...(record.lastError ? [['What is wrong', record.lastError] as const] : []),
            ]}
          />
          <p>
            <Link href={`/safety/${record.reportCase.id}`}>Triage, send or acknowledge it with its case</Link>
          </p>
        </>
      )
  }
}
