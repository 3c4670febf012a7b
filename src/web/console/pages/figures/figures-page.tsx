import { useMemo } from 'react'
import { SectionLinks } from '../../parts/section-links.tsx'
import { useParam } from '../../shell/use-param.ts'
import { View } from '../view.tsx'
import { AuthorizationFigure } from './authorization-figure.tsx'
import { BenefitsFigures } from './benefits-figures.tsx'
import { CallFigures } from './call-figures.tsx'
import { ChatFigures, SearchFigures } from './chat-figures.tsx'
import './figures.css'
import { lastDays } from './range.ts'
import { ReportFigures, WorkFigures } from './work-figures.tsx'

const ranges = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const

/** A few figures of the last days, each as a plot, a table and a file. */
export default function FiguresPage() {
  const [days = '30'] = useParam('days', ['7', '30', '90'])
  const range = useMemo(() => lastDays(Number(days)), [days])
  return (
    <View>
      <div className="page-head block-head">
        <h1>Figures</h1>
        <SectionLinks label="Range" param="days" value={days} sections={ranges} usual="30" />
      </div>
      <div className="figures">
        <WorkFigures />
        <CallFigures range={range} />
        <BenefitsFigures range={range} />
        <AuthorizationFigure range={range} />
        <ReportFigures range={range} />
        <ChatFigures range={range} />
        <SearchFigures range={range} />
      </div>
      <p className="quiet">
        Days in the time zone {range.timeZone.replaceAll('_', ' ')}. “Before” is as many days before these. Figures are of everybody; none
        names a patient.
      </p>
    </View>
  )
}
