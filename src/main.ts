import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { giveBackMemory } from './platform/give-back-memory.ts'
import { createLog } from './platform/log.ts'
import { ConfigError } from './platform/settings.ts'
import { version } from './version.ts'

// Whatever the service writes holds patients' records or keys: for its owner alone.
process.umask(0o077)

if (existsSync('.env')) process.loadEnvFile('.env')

/** Errors that an operator can put right are told in one line; all others go to the log with their stack. */
function giveUp(message: string): never {
  process.stderr.write(`care-outreach: ${message}\n`)
  process.exit(1)
}

const config = (() => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) giveUp(error.message)
    throw error
  }
})()
const log = createLog(config.logLevel)

// Node would print the error's message, which may hold values that a driver put there.
process.on('uncaughtException', (error) => {
  log.fatal({ error }, 'stopped by a mistake in the program')
  process.exit(1)
})

// The next start need not compile what this one did. Where the folder cannot be written there is no cache.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))

/** By then a start has done what it does beside serving. */
const settledMs = 5_000

// Loaded now that the configuration is known to be good: a wrong one is told at once.
const { StartError, startService } = await import('./service.ts')
const evaluation = config.production ? {} : { demonstration: (await import('./demonstration.ts')).createDemonstration }

try {
  const starting = startService(config, log, evaluation)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.info({ signal }, 'stopping')
      // Requests are answered before the start has come to its end. Where it fails, that is told below.
      const started = await starting.catch(() => undefined)
      await started?.stop()
      log.info('stopped')
      if (started) process.exit(0)
    })
  }
  const service = await starting
  for (const [name, key] of Object.entries(service.madeKeys)) {
    process.stdout.write(`${name} was not set. Made one, kept in ${config.dataDir}/keys.json and shown only now:\n  ${name}=${key}\n`)
  }
  setTimeout(() => void giveBackMemory(), settledMs).unref()
  log.info(
    {
      listen_url: service.url,
      version,
      node: process.version,
      production: config.production,
      database: config.databaseUrl ? 'postgresql' : 'embedded',
      redis: config.redisUrl ? 'shared' : 'none',
    },
    'service started',
  )
  flushCompileCache()
} catch (error) {
  if (error instanceof StartError) giveUp(error.message)
  log.fatal({ error }, 'start failed')
  giveUp('the start failed; the log line above says where')
}
