import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const server = await startServer(program('main.ts'), { NODE_ENV: 'development', DATA_DIR: join(folder, 'data') })
  const demo = spawn(process.execPath, [program('cli.ts'), 'demo'], {
    env: { PATH: process.env.PATH, CARE_URL: server.url, API_KEY: apiKey, WIDGET_API_KEY: widgetKey },
    stdio: 'inherit',
  })
  const [code] = await once(demo, 'exit')
  if (code !== 0) throw new Error(`care demo ended with ${code}`)
  await addPage(server.url)
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

const text = `# Traveling with your medicine

Carry your medicine in your hand luggage, in its carton, with a cold pack beside it and not on it.

- Ask your pharmacy for a letter that names the medicine.
- Keep a copy of the prescription with you.

Call the support line before a long journey: it can tell where a replacement is to be had.`

/** A section that no address leads to, so that the service has a page of it; the samples all stand on pages of others. */
async function addPage(url: string): Promise<void> {
  const query = 'mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }'
  const file = { name: 'traveling.md', content: Buffer.from(text).toString('base64') }
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { from: { file }, title: 'Traveling with your medicine' } } }),
  })
  const { errors } = (await response.json()) as { errors?: { message: string }[] }
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'))
}
