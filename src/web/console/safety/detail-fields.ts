/** The details of a case in the order of FDA's 3500A. `choices` are values that may be chosen. */
export const detailFields = [
  { name: 'reporter', label: 'Reporter', choices: ['patient', 'caregiver', 'professional'] },
  { name: 'reporterMayBeContacted', label: 'Agreed to be contacted', choices: ['true', 'false'] },
  { name: 'reporterName', label: "Reporter's name" },
  { name: 'reporterContact', label: "Reporter's phone or email" },
  { name: 'onset', label: 'Began on' },
  {
    name: 'outcome',
    label: 'Outcome',
    choices: ['recovered', 'recovering', 'not_recovered', 'recovered_with_sequelae', 'fatal', 'unknown'],
  },
  { name: 'dose', label: 'Dose' },
  { name: 'route', label: 'Route' },
  { name: 'lotNumber', label: 'Lot number' },
  { name: 'ndcCode', label: 'NDC' },
  { name: 'therapyStart', label: 'Medicine begun' },
  { name: 'therapyEnd', label: 'Medicine stopped' },
  { name: 'indication', label: 'Indication' },
  { name: 'concomitantMedications', label: 'Other medicines' },
] as const
