import { type Caller, connectionIdOf } from '../../domain/access/caller.ts'
import { Failure } from '../../platform/failure.ts'

/** The account at a voice platform that asks. @throws Failure CONFLICT for anybody else */
export function connectionOf(caller: Caller): number {
  const id = connectionIdOf(caller)
  if (id === undefined) throw new Failure('CONFLICT', 'Only an account at a voice platform may do that.')
  return id
}
