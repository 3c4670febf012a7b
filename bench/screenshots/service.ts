import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { apiKey, startServer, widgetKey } from '../support.ts'

export interface FilledService {
  url: string
  key: string
  widgetKey: string
  stop(): Promise<void>
}

const program = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** The service that `CARE_URL` names, or one of its own with the sample library and the demonstration's people. */
export async function filledService(): Promise<FilledService> {
  const { CARE_URL: url, API_KEY: key, WIDGET_API_KEY: widget } = process.env
  if (url && key && widget) return { url, key, widgetKey: widget, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'care-screenshots-'))
  const env = { NODE_ENV: 'development', DATA_DIR: join(folder, 'data') }
  const first = await startServer(program('main.ts'), env)
  await care({ CARE_URL: first.url, API_KEY: apiKey, WIDGET_API_KEY: widgetKey }, 'demo')
  await addPage(first.url)
  await first.stop()
  // The embedded database has one owner at a time.
  await care({ DATA_DIR: env.DATA_DIR }, 'demo', '--past')
  const server = await startServer(program('main.ts'), env)
  return {
    url: server.url,
    key: apiKey,
    widgetKey,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function care(env: Record<string, string>, ...args: string[]): Promise<void> {
  const command = spawn(process.execPath, [program('cli.ts'), ...args], { env: { PATH: process.env.PATH, ...env }, stdio: 'inherit' })
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error(`care ${args.join(' ')} ended with ${code}`)
}

const text = `# Traveling with your medicine

Carry your medicine in your hand luggage, in its carton, with a cold pack beside it and not on it.

- Ask your pharmacy for a letter that names the medicine.
- Keep a copy of the prescription with you.

Call the support line before a long journey: it can tell where a replacement is to be had.`

/** A section that no address leads to, so that the service has a page of it; the samples all stand on pages of others. */
async function addPage(url: string): Promise<void> {
  const file = { name: 'traveling.md', content: Buffer.from(text).toString('base64') }
  const added = await ask(url, 'mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }', {
    input: { from: { file }, title: 'Traveling with your medicine' },
  })
  const { id } = added.addSource.source
  let state = 'queued'
  while (state === 'queued') {
    await setTimeout(200)
    const known = await ask(url, 'query($id: Int!) { contentSource(id: $id) { state } }', { id })
    state = known.contentSource.state
  }
}

// biome-ignore lint/suspicious/noExplicitAny: read once, in a script
async function ask(url: string, query: string, variables: object): Promise<any> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: unknown; errors?: { message: string }[] }
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'))
  return data
}
