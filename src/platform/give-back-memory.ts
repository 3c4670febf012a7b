import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Has V8 collect its whole heap once and give what is free back to the system: starting leaves 120 MB behind that it would keep for
 * as long as there is little to do (bench/README.md, Start). The event loop stands still for about 0.15 s.
 */
export async function giveBackMemory(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  await collect({ type: 'major', execution: 'async' })
}
