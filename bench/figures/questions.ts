const day = 24 * 3600 * 1000

/** What each kind of figures answers with, for a chart that draws all of it. */
export const allFields = {
  callStats: 'CallFigures { calls completedCalls verifiedShare callbacksRequested averageDurationSeconds averageSatisfaction }',
  patientCounts: 'PatientFigures { patients activePatients patientsWithAdverseEvents }',
  verificationStats: 'VerificationFigures { verifications verified partial failed waiting averageSecondsToResult }',
  paCaseStats: 'PaCaseFigures { cases approved denied pending approvedShare averageSecondsToDecision }',
  adverseEventStats: 'AdverseEventFigures { adverseEvents open confirmed dismissed averageSecondsToDecision }',
  chatStats: 'ChatFigures { messages conversations unansweredShare emergencies helpfulShare firstTokenMsP50 firstTokenMsP95 }',
  searchStats: 'SearchFigures { searches unansweredShare sessions }',
}

export interface Question {
  name: string
  field: keyof typeof allFields
  input: string
}

/** Questions over ranges that end at `now`. */
export function questions(now: Date): Question[] {
  const asked = (field: Question['field'], days: number, interval: string, groupBy?: string, timeZone = 'America/New_York'): Question => {
    const from = new Date(now.getTime() - days * day).toISOString()
    const parts = [`from: "${from}", to: "${now.toISOString()}", timeZone: "${timeZone}", interval: ${interval}`]
    if (groupBy) parts.push(`groupBy: ${groupBy}, mostGroups: ${interval === 'day' && days > 400 ? 8 : 12}`)
    const zone = timeZone === 'America/New_York' ? '' : `, ${timeZone}`
    return { name: `${field}, ${days} days by ${interval}${groupBy ? `, ${groupBy}` : ''}${zone}`, field, input: `{ ${parts.join(', ')} }` }
  }
  return [
    asked('callStats', 30, 'day', 'outcome'),
    asked('callStats', 30, 'hour'),
    asked('callStats', 90, 'day', 'payer'),
    asked('callStats', 730, 'month'),
    asked('callStats', 730, 'month', 'outcome'),
    asked('callStats', 730, 'month', 'payer'),
    asked('callStats', 730, 'month', 'topic'),
    asked('callStats', 730, 'month', 'medication'),
    asked('callStats', 730, 'day', 'outcome'),
    asked('callStats', 730, 'day', 'outcome', 'Asia/Kolkata'),
    asked('patientCounts', 730, 'month', 'status'),
    asked('patientCounts', 730, 'month', 'payer'),
    asked('patientCounts', 730, 'week', 'state'),
    asked('verificationStats', 730, 'month', 'status'),
    asked('verificationStats', 730, 'month', 'payer'),
    asked('paCaseStats', 730, 'month', 'status'),
    asked('paCaseStats', 730, 'month', 'medication'),
    asked('adverseEventStats', 30, 'day', 'review_state'),
    asked('adverseEventStats', 730, 'month', 'medication'),
    asked('chatStats', 30, 'day', 'query_type'),
    asked('chatStats', 90, 'day'),
    asked('chatStats', 365, 'month', 'query_type'),
    asked('chatStats', 730, 'month'),
    asked('searchStats', 30, 'day', 'outcome'),
    asked('searchStats', 90, 'day'),
    asked('searchStats', 365, 'month', 'outcome'),
  ]
}
