import {
  defaultFieldResolver,
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { AuditEntry } from '../domain/access/audit.ts'
import type { AuditAction } from '../domain/access/audit-action.ts'
import { mutationActions } from './audit-mutations.ts'
import type { Context } from './context.ts'

type RecordType = AuditAction extends infer Action ? (Action extends `${infer Record}.read` ? Record : never) : never
type Row = Record<string, unknown>

interface Audited {
  record: RecordType
  /** The row's id; a row without one is recorded by its type alone. */
  id(row: Row): number | bigint | string | null
  /** Whose data it is; null where no patient is linked. */
  patientId(row: Row): number | null
}

const audited = (record: RecordType, id = 'id', patientId = 'patientId'): Audited => ({
  record,
  id: (row) => (row[id] as number | undefined) ?? null,
  patientId: (row) => (row[patientId] as number | null | undefined) ?? null,
})

/** What a search by words found: the excerpt shows the record, whether that is asked for or not. */
function auditedMatch(record: RecordType): Audited {
  const { id, patientId } = audited(record)
  return { record, id: (row) => id(row.record as Row), patientId: (row) => patientId(row.record as Row) }
}

/** The types that show health data, or who saw it. A row of one is never shown without its audit event. */
export const auditedTypes: Record<string, Audited> = {
  Patient: audited('patient', 'id', 'id'),
  MedicationRecord: audited('medication_record'),
  PatientNote: audited('patient_note'),
  ContactConsent: audited('contact_consent'),
  VoiceCall: audited('voice_call'),
  Utterance: audited('utterance'),
  FunctionInvocation: audited('function_invocation'),
  BenefitsVerification: audited('benefits_verification'),
  BenefitDiscrepancy: audited('benefit_discrepancy'),
  PaCase: audited('pa_case'),
  PaDocument: audited('pa_document'),
  AdverseEvent: audited('adverse_event'),
  FollowUpAction: audited('follow_up_action'),
  CallbackRequest: audited('callback'),
  FollowUpEmail: audited('follow_up_email'),
  Conversation: audited('conversation'),
  ConversationMessage: audited('chat_message'),
  ChatMessage: audited('chat_message'),
  UnansweredQuestion: audited('chat_message'),
  UnansweredGroup: audited('chat_message'),
  ChatFeedback: audited('chat_feedback', 'messageId'),
  UnansweredQuery: audited('search_query', 'none'),
  AuditEvent: audited('audit_event'),
  LegalHold: audited('legal_hold'),
  WorkItem: audited('work_item'),
  IntegrationEvent: audited('integration_event'),
  SafetyReport: audited('safety_report'),
  CallMatch: auditedMatch('voice_call'),
  ConversationMatch: auditedMatch('conversation'),
  AdverseEventMatch: auditedMatch('adverse_event'),
}

/** Fields that show health data without a type of their own, and what they show. */
const auditedFields: Record<string, Audited> = {
  'VoiceCall.transcript': audited('transcript'),
  'VoiceCall.transcriptStart': audited('transcript'),
}

/** Figures count health data, and a search by words tells whether they were said: an answer is a search. By the types that root fields give. */
export const countedTypes: Record<string, RecordType> = {
  CallStats: 'voice_call',
  PatientStats: 'patient',
  VerificationStats: 'benefits_verification',
  PaCaseStats: 'pa_case',
  AdverseEventStats: 'adverse_event',
  SafetyReportStats: 'safety_report',
  ChatStats: 'chat_message',
  CallMatches: 'voice_call',
  ConversationMatches: 'conversation',
  AdverseEventMatches: 'adverse_event',
  SearchStats: 'search_query',
}

/** Arguments that page through a list or order it, and select nothing in it. */
const pagingArgs = new Set(['limit', 'skip', 'first', 'last', 'before', 'after', 'orderBy'])

/**
 * Makes the schema note what it shows, so that no resolver can forget; whoever runs a document stores that before the answer goes out
 * (`storeReads`):
 * - a field that hands out rows of an audited type is a read of these rows, and so is a page of them, of which a cursor is all that is asked;
 * - a list of such rows that arguments select from is a search, whatever is then asked of it: a bare count or cursor
 *   answers a question about somebody, too. So do figures.
 * The record that a mutation's payload gives back is left out: the domain recorded its change, in its transaction.
 */
export function auditReads(schema: GraphQLSchema): GraphQLSchema {
  const changed = changedRecords(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type === schema.getMutationType()) continue
    for (const field of Object.values(type.getFields())) {
      const ofParent = auditedFields[`${type.name}.${field.name}`]
      const named = getNamedType(field.type)
      const ofRows = auditedTypes[named.name]
      // Which of its types a row has is known only once it is there.
      const ofOneType = !ofRows && isAbstractType(named) && schema.getPossibleTypes(named).some(({ name }) => auditedTypes[name])
      const searched = type === schema.getQueryType() ? (listedIn(field.type) ?? countedIn(named)) : undefined
      const ofPage = pageOf(named)
      if (!ofParent && !ofRows && !ofOneType && !searched && !ofPage) continue
      const isChange = ofRows !== undefined && changed.get(type.name) === ofRows.record && listedIn(field.type) === undefined
      record(field, isChange, (shown, parent, args, context, info) => {
        const rows = Array.isArray(shown) ? shown : [shown]
        const entries = [
          ...(ofParent && shown != null ? readOf(ofParent, [parent]) : []),
          ...(ofRows ? readOf(ofRows, rows) : []),
          ...(ofPage ? readOf(ofPage, nodesOf(shown)) : []),
          ...(searched ? searchOf(searched, args) : []),
        ]
        if (!ofOneType) return entries
        return readsByType(named, rows, context, info).then((reads) => [...entries, ...reads])
      })
    }
  }
  return schema
}

/** What the payload of each mutation gives back as changed: the type of record that its action names. */
function changedRecords(schema: GraphQLSchema): ReadonlyMap<string, string | undefined> {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
  return new Map(fields.map(({ name, type }) => [getNamedType(type).name, mutationActions[name]?.split('.')[0]]))
}

type Field = GraphQLField<unknown, Context>

/**
 * Makes a field note what its answer shows; the whole answer goes out once all of it is stored, which takes one insert.
 * @param isChange whether that is recorded already: it is noted only for repetitions, which change nothing and show it again
 */
function record(
  field: Field,
  isChange: boolean,
  entriesOf: (shown: unknown, ...of: Parameters<GraphQLFieldResolver<unknown, Context>>) => AuditEntry[] | Promise<AuditEntry[]>,
) {
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (parent, args, context, info) => {
    const { recordRead, noteShown } = context
    const note = (shown: unknown) => {
      const noteAll = (entries: AuditEntry[]) => {
        entries.forEach(isChange ? noteShown : recordRead)
        return shown
      }
      const entries = entriesOf(shown, parent, args, context, info)
      return Array.isArray(entries) ? noteAll(entries) : entries.then(noteAll)
    }
    const shown: unknown = resolve(parent, args, context, info)
    return isPromiseLike(shown) ? shown.then(note) : note(shown)
  }
}

const isPromiseLike = (value: unknown): value is PromiseLike<unknown> => typeof (value as PromiseLike<unknown> | null)?.then === 'function'

function readOf({ record, id, patientId }: Audited, shown: unknown[]): AuditEntry[] {
  const rows = shown.filter((row): row is Row => row != null)
  const present = <Id>(ids: (Id | null)[]) => ids.filter((one) => one !== null)
  return rows.length === 0 ? [] : [{ action: `${record}.read`, patientIds: present(rows.map(patientId)), recordIds: present(rows.map(id)) }]
}

/** The reads of rows that may be of any of an interface's or a union's types. */
async function readsByType(type: GraphQLAbstractType, rows: unknown[], context: Context, info: GraphQLResolveInfo): Promise<AuditEntry[]> {
  const resolveType = type.resolveType ?? defaultTypeResolver
  const reads = await Promise.all(
    rows.map(async (row) => {
      const name = row == null ? undefined : await resolveType(row, context, info, type)
      const rule = name === undefined ? undefined : auditedTypes[name]
      return rule ? readOf(rule, [row]) : []
    }),
  )
  return reads.flat()
}

function searchOf({ record }: Pick<Audited, 'record'>, args: Record<string, unknown>): AuditEntry[] {
  const selecting = Object.entries({ ...args, ...(args.filter ?? {}), filter: undefined, ...(args.input ?? {}), input: undefined })
    .filter(([name, value]) => value != null && !pagingArgs.has(name))
    .sort(([one], [two]) => (one < two ? -1 : 1))
  if (selecting.length === 0) return []
  const named = selecting.flatMap(([name, value]) => (name === 'patientId' && typeof value === 'number' ? [value] : []))
  // Who looks through the trail of a patient sees no record of the patient.
  return [
    { action: `${record}.search`, patientIds: record === 'audit_event' ? [] : named, recordIds: [], asked: JSON.stringify(selecting) },
  ]
}

const countedIn = ({ name }: GraphQLNamedType): Pick<Audited, 'record'> | undefined => countedTypes[name] && { record: countedTypes[name] }

/** The audited type that a connection is a page of. */
function pageOf(type: GraphQLNamedType): Audited | undefined {
  const edge = isObjectType(type) && type.name.endsWith('Connection') ? getNamedType(type.getFields().edges?.type) : undefined
  const node = isObjectType(edge) ? edge.getFields().node : undefined
  return node && auditedTypes[getNamedType(node.type).name]
}

/** The rows of a page; of one that was only counted there are none. */
function nodesOf(page: unknown): unknown[] {
  const { edges } = (page ?? {}) as { edges?: unknown }
  return Array.isArray(edges) ? edges.map((edge) => (edge as { node?: unknown } | null)?.node) : []
}

/** The fields that lists are behind: pages, connections, and the calls of a patient. */
const listFields = ['items', 'edges', 'node', 'calls']

/** The audited type of a list, or of the list that a page or a connection holds. */
function listedIn(type: GraphQLOutputType, inList = false): Audited | undefined {
  const unwrapped = isNonNullType(type) ? type.ofType : type
  if (isListType(unwrapped)) return listedIn(unwrapped.ofType, true)
  const rule = auditedTypes[unwrapped.name]
  if (rule) return inList ? rule : undefined
  if (!isObjectType(unwrapped)) return undefined
  const fields = unwrapped.getFields()
  return listFields.map((name) => fields[name] && listedIn(fields[name].type, inList)).find((found) => found !== undefined)
}
