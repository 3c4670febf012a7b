import { SectionLinks } from '../../parts/section-links.tsx'
import { useCaller } from '../../shell/caller.tsx'
import { useParam } from '../../shell/use-param.ts'
import { View } from '../view.tsx'
import { SourcesSection } from './sources-section.tsx'
import { TrySection } from './try-section.tsx'
import { UnansweredSection } from './unanswered-section.tsx'

const everySection = [
  ['sources', 'Sources'],
  ['unanswered', 'Not answered'],
  ['try', 'Try it'],
] as const

/** What the widget answers from: its sources, what they lack, and a place to try it. */
export default function LibraryPage() {
  const { may } = useCaller()
  const sections = everySection.filter(([section]) => section !== 'try' || may('library', 'patients_read', 'care'))
  const [view = 'sources'] = useParam(
    'view',
    sections.map(([value]) => value),
  )
  return (
    <View>
      <div className="page-head block-head">
        <h1>Library</h1>
        <SectionLinks label="Library" param="view" value={view} sections={sections} />
      </div>
      {view === 'sources' && <SourcesSection />}
      {view === 'unanswered' && <UnansweredSection />}
      {view === 'try' && <TrySection />}
    </View>
  )
}
