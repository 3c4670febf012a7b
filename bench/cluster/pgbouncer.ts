import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../support.ts'
import { find, listens, scratchFolder, startProgram } from './program.ts'

const template = new URL('../../deploy/pgbouncer/pgbouncer.ini', import.meta.url)

export const pgbouncerPath = find('pgbouncer')

/** PgBouncer in transaction mode before a server, with the settings of `deploy`. */
export async function startPgBouncer(serverUrl: string) {
  const folder = await scratchFolder('pgbouncer')
  const port = await freePort()
  const { username } = new URL(serverUrl)
  const [file, users] = [join(folder.path, 'pgbouncer.ini'), join(folder.path, 'users.txt')]
  const write = async (target: string) =>
    writeFile(
      file,
      fill(await readFile(template, 'utf8'), {
        PGBOUNCER_TARGET_HOST: new URL(target).hostname,
        PGBOUNCER_TARGET_PORT: new URL(target).port || '5432',
        PGBOUNCER_LISTEN: '127.0.0.1',
        PGBOUNCER_PORT: String(port),
        PGBOUNCER_AUTH: 'trust',
        PGBOUNCER_USERS: users,
      }),
      { mode: 0o644 },
    )
  await writeFile(users, `"${username}" ""\n`, { mode: 0o644 })
  await write(serverUrl)
  const program = startProgram(pgbouncerPath ?? 'pgbouncer', [file], { asServerUser: true })
  await listens(port, program)
  return {
    program,
    port,
    /** The address of a database through it. */
    through: (databaseUrl: string) => Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    /** Sends what comes from now on to another server, as after a failover. */
    async turnTo(target: string) {
      await write(target)
      program.child.kill('SIGHUP')
    },
    async stop() {
      await program.end('SIGTERM')
      await folder.remove()
    },
  }
}

/** A template of `deploy` with its `${…}` filled in, as `envsubst` does it. @throws Error for one without a value */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{([A-Z_]+)\}/g, (_match, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template asks for ${name}.`)
    return value
  })
}
