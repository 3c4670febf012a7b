import { z } from 'zod'
import { accessSettings } from './domain/access/settings.ts'
import { benefitsSettings } from './domain/benefits/settings.ts'
import { chatSettings } from './domain/chat/settings.ts'
import { integrationsSettings } from './domain/integrations/settings.ts'
import { librarySettings } from './domain/library/settings.ts'
import { payersSettings } from './domain/payers/settings.ts'
import { voiceSettings } from './domain/voice/settings.ts'
import { httpSettings } from './http/settings.ts'
import { platformSettings } from './platform/platform-settings.ts'
import { list, parseEnvironment } from './platform/settings.ts'

/** What a chat model that is configured does: write answers, look for danger in messages, analyse calls, read payers' calls and policies, draft notes. */
const modelUses = ['chat', 'safety', 'calls', 'payer_calls', 'policies', 'notes'] as const
export type ModelUse = (typeof modelUses)[number]

/** The settings of every area in one schema, so that one start tells all that is wrong. */
const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production'], 'must be development, test or production').default('development'),
  MODEL_USES: list
    .pipe(z.array(z.enum([...modelUses, 'none'], `must be a comma-separated list of ${modelUses.join(', ')}, or none`)))
    .default([...modelUses]),
  ...platformSettings.shape,
  ...httpSettings.shape,
  ...accessSettings.shape,
  ...payersSettings.shape,
  ...benefitsSettings.shape,
  ...librarySettings.shape,
  ...voiceSettings.shape,
  ...chatSettings.shape,
  ...integrationsSettings.shape,
})

/** Every variable that the service reads. */
export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Config = Readonly<ReturnType<typeof readConfig>>

/**
 * The whole configuration, parsed once at start.
 * @throws ConfigError naming what is wrong, in one line
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const value = parseEnvironment(environment, env)
  const production = value.NODE_ENV === 'production'
  return {
    production,
    modelUses: value.MODEL_USES,
    ...platformSettings.read(value, production),
    ...httpSettings.read(value, production),
    ...accessSettings.read(value, production),
    ...payersSettings.read(value, production),
    ...benefitsSettings.read(value, production),
    ...librarySettings.read(value, production),
    ...voiceSettings.read(value, production),
    ...chatSettings.read(value, production),
    ...integrationsSettings.read(value, production),
  }
}
