import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// Standard Webhooks 1.0.0 (standard-webhooks/spec): `v1` is HMAC-SHA256 by a shared secret, `v1a` ed25519 by a key of ours.

export const signingSchemes = ['hmac', 'ed25519'] as const
export type SigningScheme = (typeof signingSchemes)[number]

/** A secret as it is stored: `whsec_` or `whsk_` and base64. */
export function newSecret(scheme: SigningScheme): string {
  if (scheme === 'hmac') return `whsec_${randomBytes(32).toString('base64')}`
  const { privateKey } = generateKeyPairSync('ed25519')
  return `whsk_${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`
}

const bytesOf = (secret: string) => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
const privateKeyOf = (secret: string) => createPrivateKey({ key: bytesOf(secret), format: 'der', type: 'pkcs8' })
const isShared = (secret: string) => secret.startsWith('whsec_')

/** The 32 bytes of an ed25519 key end its SubjectPublicKeyInfo. */
const publicKeyBytes = 32

/** What the receiver verifies with: the shared secret, or `whpk_` and the public key in base64. */
export function verifierOf(secret: string): string {
  if (isShared(secret)) return secret
  const der = createPublicKey(privateKeyOf(secret)).export({ format: 'der', type: 'spki' })
  return `whpk_${der.subarray(-publicKeyBytes).toString('base64')}`
}

/** The headers of an attempt. @param secrets that sign side by side, the newest first */
export function signatureHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) =>
    isShared(secret)
      ? `v1,${createHmac('sha256', bytesOf(secret)).update(signed).digest('base64')}`
      : `v1a,${sign(null, Buffer.from(signed), privateKeyOf(secret)).toString('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
