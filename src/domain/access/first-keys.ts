import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { privateDataDir } from '../../platform/data-dir.ts'
import { newKey } from './api-keys.ts'
import type { ConfiguredKeys } from './authenticate.ts'

const keysFile = z.object({ API_KEY: z.string().min(1).optional(), WIDGET_API_KEY: z.string().min(1).optional() })

/**
 * The keys of this installation. A key that is not configured is generated at the first start and stored in
 * `dataDir/keys.json`, readable by its owner only. Production never gets here: its configuration requires both keys.
 * @returns the keys, and those generated just now, to be shown once
 */
export async function firstKeys(
  configured: ConfiguredKeys,
  dataDir: string,
): Promise<{ keys: ConfiguredKeys; made: Record<string, string> }> {
  const missing = [
    ...(configured.apiKeys.length === 0 ? ['API_KEY' as const] : []),
    ...(configured.widgetApiKeys.length === 0 ? ['WIDGET_API_KEY' as const] : []),
  ]
  if (missing.length === 0) return { keys: configured, made: {} }

  await privateDataDir(dataDir)
  const file = join(dataDir, 'keys.json')
  const stored = keysFile.parse(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
  const made = Object.fromEntries(missing.filter((name) => stored[name] === undefined).map((name) => [name, newKey()]))
  const keys = { ...stored, ...made }
  if (Object.keys(made).length > 0) {
    await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  }
  const one = (list: readonly string[], key: string | undefined) => (list.length > 0 || key === undefined ? list : [key])
  return {
    keys: { apiKeys: one(configured.apiKeys, keys.API_KEY), widgetApiKeys: one(configured.widgetApiKeys, keys.WIDGET_API_KEY) },
    made,
  }
}
