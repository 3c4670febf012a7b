import { useQuery } from 'urql'
import { ColleaguesDocument, KeyNamesDocument } from '../generated/documents.ts'
import { useCaller } from '../shell/caller.tsx'

/** People who work here, as choices. */
export function useColleagues(): (readonly [id: string, name: string])[] {
  const { may } = useCaller()
  const pause = !may('patients_write', 'safety_review', 'benefits', 'access', 'care')
  const [{ data }] = useQuery({ query: ColleaguesDocument, requestPolicy: 'cache-first', pause })
  return data?.staffMembers.edges.map(({ node }) => [String(node.id), node.name] as const) ?? []
}

/** The names of keys by their numbers, for those who may see them. */
function useKeyNames(): ReadonlyMap<string, string> {
  const { may } = useCaller()
  const [{ data }] = useQuery({ query: KeyNamesDocument, requestPolicy: 'cache-first', pause: !may('access') })
  return new Map(data?.apiKeys.edges.map(({ node }) => [String(node.id), node.name]))
}

/** Whom the service names as `staff:12`, `key:7`, `API_KEY#1` (of the environment) or `service`, in words. */
export function useActorName(): (actor: string) => string {
  const colleagues = useColleagues()
  const keys = useKeyNames()
  return (actor) => {
    const [, kind, number = ''] = /^(staff:|key:|API_KEY#|WIDGET_API_KEY#)(\d+)$/.exec(actor) ?? []
    if (kind === 'staff:') return colleagues.find(([id]) => id === number)?.[1] ?? `colleague ${number}`
    if (kind === 'key:') return keys.has(number) ? `${keys.get(number)} (key ${number})` : `key ${number}`
    if (kind !== undefined) return `${kind === 'API_KEY#' ? 'API' : 'widget'} key ${number} of the environment`
    if (actor.startsWith('VOICE_WEBHOOK_SECRET')) return 'the voice platform'
    return actor === 'service' ? 'the service' : actor
  }
}
