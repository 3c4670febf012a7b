import type { Scope } from '../../generated/documents.ts'
import { SectionLinks } from '../../parts/section-links.tsx'
import { useCaller } from '../../shell/caller.tsx'
import { useParam } from '../../shell/use-param.ts'
import { View } from '../view.tsx'
import { AuditSection } from './audit-section.tsx'
import { ClientsSection } from './clients-section.tsx'
import { EventsSection } from './events-section.tsx'
import { HealthSection } from './health-section.tsx'
import { JobsSection } from './jobs-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { PlatformsSection } from './platforms-section.tsx'

type Section = 'keys' | 'people' | 'audit' | 'platforms' | 'events' | 'clients' | 'jobs' | 'health'

/** Each with what it takes. */
const everySection: readonly (readonly [Section, name: string, Scope[]])[] = [
  ['keys', 'API keys', ['access']],
  ['people', 'People', ['access']],
  ['audit', 'Audit', ['access']],
  ['platforms', 'Voice platforms', ['access']],
  ['events', 'Events', ['access']],
  ['clients', 'Widget clients', ['library']],
  ['jobs', 'Failed jobs', ['access']],
  ['health', 'Health', ['access', 'library']],
]

/** What engineers look after: keys, people, voice platforms, events for other systems, the widget's clients, jobs that failed, health. */
export default function OperatorsPage() {
  const { may } = useCaller()
  const sections = everySection.filter(([, , scopes]) => may(...scopes)).map(([value, name]) => [value, name] as const)
  const [view = sections[0]?.[0]] = useParam(
    'view',
    sections.map(([value]) => value),
  )
  return (
    <View>
      <div className="page-head block-head">
        <h1>Operators</h1>
        {view && <SectionLinks label="Operators" param="view" value={view} sections={sections} />}
      </div>
      {view === 'keys' && <KeysSection />}
      {view === 'people' && <PeopleSection />}
      {view === 'audit' && <AuditSection />}
      {view === 'platforms' && <PlatformsSection />}
      {view === 'events' && <EventsSection />}
      {view === 'clients' && <ClientsSection />}
      {view === 'jobs' && <JobsSection />}
      {view === 'health' && <HealthSection />}
    </View>
  )
}
