import { SectionLinks } from '../../parts/section-links.tsx'
import { useQueryString } from '../../parts/use-query-string.ts'
import { View } from '../view.tsx'
import { SourcesSection } from './sources-section.tsx'
import { TrySection } from './try-section.tsx'
import { UnansweredSection } from './unanswered-section.tsx'

/** What the widget answers from: its sources, what they lack, and a place to try it. */
export default function LibraryPage() {
  const view = useQueryString<'sources' | 'unanswered' | 'try'>('view', 'sources', ['sources', 'unanswered', 'try'])
  return (
    <View>
      <div className="page-head block-head">
        <h1>Library</h1>
        <SectionLinks
          label="Library"
          chosen={view}
          sections={[
            { value: 'sources', name: 'Sources' },
            { value: 'unanswered', name: 'Not answered' },
            { value: 'try', name: 'Try it' },
          ]}
        />
      </div>
      {view.value === 'sources' && <SourcesSection />}
      {view.value === 'unanswered' && <UnansweredSection />}
      {view.value === 'try' && <TrySection />}
    </View>
  )
}
