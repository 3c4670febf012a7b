import type { clientOf } from './service.ts'

export interface ShownEvent {
  action: string
  surface: string
  actor: string
  requestId: string
  patientIds: number[]
  fields: string[]
}

/** The audit events of a patient as an administrator reads them, newest first, with the fields that are asked for. */
export async function auditEventsOf<Field extends keyof ShownEvent>(
  { graphql }: Pick<ReturnType<typeof clientOf>, 'graphql'>,
  patientId: number,
  ...fields: Field[]
): Promise<Pick<ShownEvent, Field>[]> {
  const { data, errors } = await graphql(
    `query($id: Int) { auditEvents(filter: { patientId: $id }, first: 500) { edges { node { ${fields.join(' ')} } } } }`,
    { id: patientId },
  )
  if (errors) throw new Error(JSON.stringify(errors))
  return data.auditEvents.edges.map(({ node }: { node: Pick<ShownEvent, Field> }) => node)
}
