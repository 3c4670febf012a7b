import { SectionLinks } from '../../parts/section-links.tsx'
import { useQueryString } from '../../parts/use-query-string.ts'
import { View } from '../view.tsx'
import { ClientsSection } from './clients-section.tsx'
import { HealthSection } from './health-section.tsx'
import { JobsSection } from './jobs-section.tsx'
import { KeysSection } from './keys-section.tsx'

/** What engineers look after: keys, the widget's clients, jobs that failed, health. */
export default function OperatorsPage() {
  const view = useQueryString<'keys' | 'clients' | 'jobs' | 'health'>('view', 'keys', ['keys', 'clients', 'jobs', 'health'])
  return (
    <View>
      <div className="page-head block-head">
        <h1>Operators</h1>
        <SectionLinks
          label="Operators"
          chosen={view}
          sections={[
            { value: 'keys', name: 'API keys' },
            { value: 'clients', name: 'Widget clients' },
            { value: 'jobs', name: 'Failed jobs' },
            { value: 'health', name: 'Health' },
          ]}
        />
      </div>
      {view.value === 'keys' && <KeysSection />}
      {view.value === 'clients' && <ClientsSection />}
      {view.value === 'jobs' && <JobsSection />}
      {view.value === 'health' && <HealthSection />}
    </View>
  )
}
