import { SectionLinks } from '../../parts/section-links.tsx'
import { useParam } from '../../shell/use-param.ts'
import { View } from '../view.tsx'
import { ClientsSection } from './clients-section.tsx'
import { HealthSection } from './health-section.tsx'
import { JobsSection } from './jobs-section.tsx'
import { KeysSection } from './keys-section.tsx'

const sections = [
  ['keys', 'API keys'],
  ['clients', 'Widget clients'],
  ['jobs', 'Failed jobs'],
  ['health', 'Health'],
] as const

/** What engineers look after: keys, the widget's clients, jobs that failed, health. */
export default function OperatorsPage() {
  const [view = 'keys'] = useParam(
    'view',
    sections.map(([value]) => value),
  )
  return (
    <View>
      <div className="page-head block-head">
        <h1>Operators</h1>
        <SectionLinks label="Operators" param="view" value={view} sections={sections} />
      </div>
      {view === 'keys' && <KeysSection />}
      {view === 'clients' && <ClientsSection />}
      {view === 'jobs' && <JobsSection />}
      {view === 'health' && <HealthSection />}
    </View>
  )
}
