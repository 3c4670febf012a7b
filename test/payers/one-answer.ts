/** One answer of a payer as X12 005010X279A1. */
export const x12 = [
  'ISA*00*          *00*          *ZZ*CLEARINGHOUSE  *ZZ*RECEIVER       *260101*1200*^*00501*000000001*0*P*:~',
  'GS*HB*A*B*20260101*1200*1*X*005010X279A1~ST*271*0001*005010X279A1~BHT*0022*11*1*20260101*1200~',
  'HL*1**20*1~NM1*PR*2*PAYER*****PI*60054~HL*2*1*21*1~NM1*1P*2*CLINIC*****XX*1999999984~HL*3*2*22*0~',
  'NM1*IL*1*DOE*JANE****MI*123~REF*6P*G-9~DTP*291*RD8*20260101-20261231~',
  'EB*1**30^88^98**GOLD PPO~DTP*346*D8*19990101~',
  'EB*C*IND*30***23*1500*****Y~EB*C*IND*30***29*640.25*****Y~EB*C*IND*30***23*6000*****N~',
  'EB*G*FAM*30***23*9000*****W~EB*A**30*****.2****Y~',
  'EB*B**98***27*25*****Y~MSG*PRIMARY CARE~EB*B**98***27*60*****Y~MSG*SPECIALIST~',
  'EB*B**88***27*10*****Y~MSG*TIER 1~EB*1**30********Y*Y*HC:J2350~',
  'SE*99*0001~GE*1*1~IEA*1*000000001~',
].join('\n')

const network = 'inPlanNetworkIndicatorCode'
/** The same as flat JSON; indicators and amounts in the ways they are written. */
export const flat = {
  planInformation: { groupNumber: 'G-9' },
  planDateInformation: { plan: '20260101-20261231' },
  benefitsInformation: [
    { code: '1', serviceTypeCodes: ['30', '88', '98'], planCoverage: 'GOLD PPO' },
    { code: 'C', coverageLevelCode: 'IND', serviceTypeCodes: ['30'], timeQualifierCode: '23', benefitAmount: '1,500.00', [network]: 'Y' },
    { code: 'C', coverageLevelCode: 'IND', serviceTypeCodes: ['30'], timeQualifierCode: '29', benefitAmount: 640.25, [network]: 'Y' },
    { code: 'C', coverageLevelCode: 'IND', serviceTypeCodes: ['30'], timeQualifierCode: '23', benefitAmount: '6000', [network]: 'N' },
    {
      code: 'G',
      coverageLevelCode: 'FAM',
      serviceTypeCodes: ['30'],
      timeQualifierCode: '23',
      benefitAmount: '9000',
      inPlanNetworkIndicator: 'Not Applicable',
    },
    { code: 'A', serviceTypeCodes: ['30'], benefitPercent: '0.2', inPlanNetworkIndicator: 'Yes' },
    {
      code: 'B',
      serviceTypeCodes: ['98'],
      timeQualifierCode: '27',
      benefitAmount: '25',
      [network]: 'Y',
      additionalInformation: [{ description: 'PRIMARY CARE' }],
    },
    {
      code: 'B',
      serviceTypeCodes: ['98'],
      timeQualifierCode: '27',
      benefitAmount: '60',
      [network]: 'Y',
      additionalInformation: [{ description: 'SPECIALIST' }],
    },
    {
      code: 'B',
      serviceTypeCodes: ['88'],
      timeQualifierCode: '27',
      benefitAmount: '10',
      [network]: 'Y',
      additionalInformation: [{ description: 'TIER 1' }],
    },
    {
      code: '1',
      serviceTypeCodes: ['30'],
      compositeMedicalProcedureIdentifier: { productOrServiceIdQualifierCode: 'HC', procedureCode: 'J2350' },
      authOrCertIndicator: 'Y',
    },
  ],
}

const [inside, outside, both] = [{ indicator: 'IN_NETWORK' }, { indicator: 'OUT_OF_NETWORK' }, { indicator: 'IN_AND_OUT_OF_NETWORK' }]
const service = (code: string) => ({ system: 'STC', code })
/** The same as JSON by plan. */
export const plans = {
  subscriber: { groupNumber: 'G-9' },
  plans: [
    {
      name: 'GOLD PPO',
      benefits: {
        statuses: [
          { status: 'ACTIVE_COVERAGE', service: service('30'), dates: { plan: { start: '2026-01-01', end: '2026-12-31' } } },
          { status: 'ACTIVE_COVERAGE', service: { system: 'HCPCS', value: 'J2350' }, authOrCertIndicator: 'YES' },
        ],
        deductible: [
          { amount: '1500', coverageLevel: 'INDIVIDUAL', timePeriod: 'CALENDAR_YEAR', network: inside, service: service('30') },
          { amount: { value: '640.25' }, coverageLevel: 'INDIVIDUAL', timePeriod: 'REMAINING', network: inside, service: service('30') },
          { amount: '6000', coverageLevel: 'INDIVIDUAL', timePeriod: 'CALENDAR_YEAR', network: outside, service: service('30') },
        ],
        outOfPocket: [{ amount: '9000', coverageLevel: 'FAMILY', timePeriod: 'CALENDAR_YEAR', network: both, service: service('30') }],
        coInsurance: [{ percent: '0.20', network: inside, service: service('30') }],
        coPayment: [
          { amount: '25', timePeriod: 'VISIT', network: inside, service: service('98'), messages: ['PRIMARY CARE'] },
          { amount: '60', timePeriod: 'VISIT', network: inside, service: service('98'), messages: ['SPECIALIST'] },
          { amount: '10', network: inside, services: [service('88')], messages: ['TIER 1'] },
        ],
        limitations: [{ amount: '1', service: service('30') }],
      },
    },
  ],
}

/** What all of them say. */
export const expected = {
  benefits: {
    coverage_status: 'active',
    deductible_individual: 1500,
    deductible_met_ytd: 859.75,
    out_of_pocket_max_family: 9000,
    coinsurance_percentage: 20,
    copay_pcp: 25,
    copay_specialist: 60,
    tier_1_copay: 10,
  },
  planName: 'GOLD PPO',
  groupNumber: 'G-9',
  planBegin: '2026-01-01',
  planEnd: '2026-12-31',
  authorizations: [{ hcpcs: 'J2350', required: true }],
  rejections: [],
  notes: [],
}
