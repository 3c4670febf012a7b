import type { Redis } from 'ioredis'
import type { Log } from './log.ts'
import type { RedisConnections } from './redis.ts'

interface Allowance {
  allowed: boolean
  limit: number
  /** Whole tokens left. */
  remaining: number
  /** Seconds until the bucket is full again (`RateLimit-Reset`), or, when refused, until the tokens asked for are there (`Retry-After`). */
  resetSeconds: number
  retryAfterSeconds: number
}

/** @param tokens how many to take, 1 by default: all or none, and of a bucket that holds fewer at most all that it can hold */
export type RateLimiter = (owner: string, tokens?: number) => Promise<Allowance>

/** How long an instance limits by itself after Redis failed, in milliseconds. */
const localMs = 5_000

/**
 * A token bucket of `perMinute` tokens an owner, refilled evenly. No library at hand has a token bucket both in
 * process and in Redis (rate-limiter-flexible counts in fixed windows, which let twice the limit through at their edge).
 */
export function createRateLimiter(perMinute: number, redis: RedisConnections | undefined, log: Log): RateLimiter {
  const local = bucketsInProcess(perMinute)
  if (!redis) return async (owner, tokens = 1) => local(owner, tokens)
  const shared = bucketsInRedis(perMinute, redis)
  let localUntil = 0
  return async (owner, tokens = 1) => {
    if (Date.now() < localUntil) return local(owner, tokens)
    try {
      return await shared(owner, tokens)
    } catch (error) {
      // Each instance limits by itself for a while: too generous beats refusing a nurse, or making each request wait.
      if (Date.now() >= localUntil) log.warn({ error, redis: 'unreachable' }, 'rate limits are per instance for now')
      localUntil = Date.now() + localMs
      return local(owner, tokens)
    }
  }
}

function allowance(allowed: boolean, tokens: number, asked: number, perMinute: number): Allowance {
  const perSecond = perMinute / 60
  return {
    allowed,
    limit: perMinute,
    remaining: Math.floor(tokens),
    resetSeconds: Math.ceil((perMinute - tokens) / perSecond),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((asked - tokens) / perSecond)),
  }
}

function bucketsInProcess(perMinute: number) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return (owner: string, wanted: number): Allowance => {
    const asked = Math.min(wanted, perMinute)
    const now = Date.now()
    // A bucket untouched for a minute is full, as a missing one is.
    if (buckets.size > 10_000) for (const [key, { at }] of buckets) if (now - at > 60_000) buckets.delete(key)
    const bucket = buckets.get(owner) ?? { tokens: perMinute, at: now }
    const tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute)
    const allowed = tokens >= asked
    const left = allowed ? tokens - asked : tokens
    buckets.set(owner, { tokens: left, at: now })
    return allowance(allowed, left, asked, perMinute)
  }
}

/** The same arithmetic as `bucketsInProcess`, by the clock of Redis, in one atomic step. */
const script = `
  local t = redis.call('TIME')
  local now = t[1] * 1000 + t[2] / 1000
  local limit = tonumber(ARGV[1])
  local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'at')
  local tokens = tonumber(bucket[1]) or limit
  tokens = math.min(limit, tokens + (now - (tonumber(bucket[2]) or now)) / 60000 * limit)
  local asked = tonumber(ARGV[2])
  local allowed = tokens >= asked and 1 or 0
  tokens = tokens - allowed * asked
  redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
  redis.call('PEXPIRE', KEYS[1], 120000)
  return { allowed, tostring(tokens) }`

function bucketsInRedis(perMinute: number, { publisher: redis, prefix }: RedisConnections) {
  redis.defineCommand('takeTokens', { numberOfKeys: 1, lua: script })
  const { takeTokens } = redis as Redis & { takeTokens(key: string, limit: number, asked: number): Promise<[number, string]> }
  return async (owner: string, wanted: number): Promise<Allowance> => {
    const asked = Math.min(wanted, perMinute)
    const [allowed, tokens] = await takeTokens.call(redis, `${prefix}:rate:${owner}`, perMinute, asked)
    return allowance(allowed === 1, Number(tokens), asked, perMinute)
  }
}
