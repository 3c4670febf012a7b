import { readFileSync } from 'node:fs'

// Loaded before the service (`node --import`): its wall clock is off by the milliseconds that the file CLOCK_FILE holds.

const RealDate = Date
let offset = 0
setInterval(() => {
  try {
    offset = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
  } catch {
    offset = 0
  }
}, 100).unref()

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => (given.length === 0 ? new target(target.now() + offset) : Reflect.construct(target, given)),
  apply: (target) => new target(target.now() + offset).toString(),
  get: (target, name) => (name === 'now' ? () => target.now() + offset : Reflect.get(target, name)),
})
