import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'

// What production refuses to start with. Each refusal is one line that names the variable, never its value.

const key = 'a-key-of-production-0123456789-abcdef'
const widget = 'a-widget-key-of-production-0123456789'
const valid = { NODE_ENV: 'production', API_KEY: key, WIDGET_API_KEY: widget }
const bytes = (length: number) => `whsec_${Buffer.alloc(length, 'x').toString('base64')}`

function refusal(env: Record<string, string>): string {
  try {
    readConfig({ ...valid, ...env })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it started')
}

test('production starts with keys of 32 characters and with encrypted connections', () => {
  const config = readConfig({
    ...valid,
    API_KEY: `${'k'.repeat(32)}, ${key}`,
    VOICE_WEBHOOK_SECRET: bytes(24),
    OPENAI_BASE_URL: 'https://models.example/v1',
    SMTP_URL: 'smtps://user:secret@mail.example:465',
    REDIS_URL: 'rediss://cache.example:6380',
    ELIGIBILITY_URL: 'https://clearinghouse.example',
    ELIGIBILITY_API_KEY: 'k',
  })
  expect(config.apiKeys).toHaveLength(2)
})

test('events that go inside the network are refused in production', () => {
  expect(refusal({ EVENT_PRIVATE_ORIGINS: 'http://localhost:9000' })).toMatch(/^EVENT_PRIVATE_ORIGINS: .*development/)
})

describe('weak keys are refused in production', () => {
  test.each([
    [{ API_KEY: 'short-key' }, /^API_KEY: .*at least 32 characters/],
    [{ API_KEY: `${key}, ${'k'.repeat(31)}` }, /^API_KEY: .*at least 32 characters/],
    [{ WIDGET_API_KEY: 'k'.repeat(31) }, /^WIDGET_API_KEY: .*at least 32 characters/],
    [{ API_KEY: `${key}, ${widget}` }, /^API_KEY and WIDGET_API_KEY: .*no key/],
    [{ VOICE_WEBHOOK_SECRET: bytes(23) }, /^VOICE_WEBHOOK_SECRET: .*24 bytes/],
    [{ VOICE_WEBHOOK_SECRET: `${bytes(32)}, ${bytes(8)}` }, /^VOICE_WEBHOOK_SECRET: .*24 bytes/],
  ])('%j', (env, line) => {
    const message = refusal(env)
    expect(message).toMatch(line)
    expect(message).not.toContain('\n')
    for (const value of Object.values(env).flatMap((list) => list.split(', '))) expect(message).not.toContain(value)
  })

  test('outside production short keys, and one key for both, do', () => {
    expect(readConfig({ API_KEY: 'k', WIDGET_API_KEY: 'k', VOICE_WEBHOOK_SECRET: bytes(8) }).apiKeys).toEqual(['k'])
  })
})

describe('connections in plain text are refused in production', () => {
  const clearinghouse = { ELIGIBILITY_API_KEY: 'k' }
  test.each([
    [{ OPENAI_BASE_URL: 'http://models.example/v1' }, /^OPENAI_BASE_URL: .*https: .*ALLOW_PLAINTEXT/],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1.models.example/v1' }, /^OPENAI_BASE_URL:/],
    [{ OPENAI_BASE_URL: 'http://10.0.0.5:8000/v1' }, /^OPENAI_BASE_URL:/],
    [{ OIDC_ISSUER: 'http://login.example', OIDC_AUDIENCE: 'care' }, /^OIDC_ISSUER: .*https: .*ALLOW_PLAINTEXT/],
    [{ SMTP_URL: 'smtp://user:secret@mail.example:587' }, /^SMTP_URL: .*smtps: .*requireTLS=true.*ALLOW_PLAINTEXT/],
    [{ SMTP_URL: 'smtp://mail.example?requireTLS=false' }, /^SMTP_URL:/],
    [{ ELIGIBILITY_URL: 'http://clearinghouse.example', ...clearinghouse }, /^ELIGIBILITY_URL: .*https: /],
    [{ REDIS_URL: 'redis://cache.example:6379' }, /^REDIS_URL: .*rediss: /],
    [{ REDIS_URL: 'redis://cache.example', ALLOW_PLAINTEXT: 'example, models.example' }, /^REDIS_URL:/],
  ])('%j', (env, line) => {
    const message = refusal(env as Record<string, string>)
    expect(message).toMatch(line)
    expect(message).not.toMatch(/\n|example|secret|10\.0/)
  })

  test.each<Record<string, string>>([
    { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', REDIS_URL: 'redis://localhost:6379', SMTP_URL: 'smtp://127.0.0.9' },
    { OPENAI_BASE_URL: 'http://[::1]:11434/v1', REDIS_URL: 'redis://[::1]', SMTP_URL: 'smtp://LOCALHOST:25' },
    { SMTP_URL: 'smtp://user:secret@mail.example:587?requireTLS=true' },
    { ALLOW_PLAINTEXT: 'cache, MODELS.example', REDIS_URL: 'redis://cache:6379', OPENAI_BASE_URL: 'http://models.example:8000/v1' },
    { ALLOW_PLAINTEXT: 'clearinghouse.example', ELIGIBILITY_URL: 'http://clearinghouse.example', ...clearinghouse },
  ])('loopback, a host that is allowed by name and required TLS are not: %j', (env) => {
    expect(readConfig({ ...valid, ...env }).production).toBe(true)
  })

  test('outside production nothing is refused', () => {
    expect(readConfig({ OPENAI_BASE_URL: 'http://models.example', SMTP_URL: 'smtp://mail.example' }).production).toBe(false)
  })
})

test('an identity provider needs an audience, and an audience a provider: tokens for any other service would do', () => {
  for (const env of [['OIDC_ISSUER', 'https://login.example'] as const, ['OIDC_AUDIENCE', 'care'] as const]) {
    expect(refusal(Object.fromEntries([env]))).toMatch(/^OIDC_ISSUER and OIDC_AUDIENCE must be set together/)
  }
})
