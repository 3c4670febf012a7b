import { useToken } from '../shell/session.ts'

/** What a request has to bring along to be the signed-in person's. */
export const useAuthorization = (): Record<string, string> => ({ authorization: `Bearer ${useToken() ?? ''}` })
