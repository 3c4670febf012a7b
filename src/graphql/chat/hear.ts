import { firstClientId } from '../../domain/access/widget-clients.ts'
import { Failure } from '../../platform/failure.ts'
import { type Context, rateLimitKey } from '../context.ts'

/** Pages with the widget, and staff who try it: they are visitors of the first client. */
export const clientOf = ({ caller }: Pick<Context, 'caller'>) => caller.widgetClientId ?? firstClientId

/**
 * Reads what a visitor wrote that is no message: in a request that is refused, say.
 * @param isKept whether the same words were heard before
 * @returns what its writer needs to read first, if anything
 */
export function hear(
  context: Pick<Context, 'caller' | 'visitor' | 'work' | 'chat'>,
  text: string,
  isKept = false,
): Promise<string | undefined> {
  const from = { widgetClientId: clientOf(context), visitor: rateLimitKey(context), address: context.visitor }
  return context.chat.hear(context.work, { ...from, text }, isKept)
}

/** Runs a check of a message. Where it fails, the words are read before that is told. @throws Failure of the check, with `safetyMessage` */
export async function heardFirst<Value>(context: Context, text: string, check: () => Value): Promise<Value> {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const safetyMessage = await hear(context, text)
    if (safetyMessage === undefined) throw error
    const { code, errors, retryAfter } = error
    throw Object.assign(new Failure(code, safetyMessage, errors, retryAfter), { safetyMessage })
  }
}
