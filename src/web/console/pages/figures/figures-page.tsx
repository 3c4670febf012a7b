import { useMemo } from 'react'
import { SectionLinks } from '../../parts/section-links.tsx'
import { useQueryString } from '../../parts/use-query-string.ts'
import { View } from '../view.tsx'
import { BenefitsFigures } from './benefits-figures.tsx'
import { CallFigures } from './call-figures.tsx'
import { ChatFigures, SearchFigures } from './chat-figures.tsx'
import './figures.css'
import { lastDays } from './range.ts'

/** A few figures of the last days, each as a plot, a table and a file. */
export default function FiguresPage() {
  const days = useQueryString<'7' | '30' | '90'>('days', '30', ['7', '30', '90'])
  const range = useMemo(() => lastDays(Number(days.value)), [days.value])
  return (
    <View>
      <div className="page-head block-head">
        <h1>Figures</h1>
        <SectionLinks
          label="Range"
          chosen={days}
          sections={[
            { value: '7', name: '7 days' },
            { value: '30', name: '30 days' },
            { value: '90', name: '90 days' },
          ]}
        />
      </div>
      <div className="figures">
        <CallFigures range={range} />
        <BenefitsFigures range={range} />
        <ChatFigures range={range} />
        <SearchFigures range={range} />
      </div>
      <p className="quiet">
        Days of {range.timeZone}. “Before” is as many days before these. Figures are of everybody; none names a patient.
      </p>
    </View>
  )
}
