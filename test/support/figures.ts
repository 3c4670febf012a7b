import type { TestService } from './service.ts'

/** Asks for figures. @throws Error with what GraphQL refuses */
export const statsOf = (service: () => TestService) => async (field: string, input: object, selection: string) => {
  const name = field === 'patientCounts' ? 'PatientStatsInput' : `${field[0]?.toUpperCase()}${field.slice(1)}Input`
  const query = `query ($input: ${name}!) { answer: ${field}(input: $input) { ${selection} } }`
  const { data, errors } = await service().graphql(query, { input })
  if (errors) throw new Error(JSON.stringify(errors))
  return data.answer
}
