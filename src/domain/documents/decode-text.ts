import { UnreadableSource } from './document.ts'

/** Decodes a text source whose encoding may be undeclared or declared wrongly. */
export function decodeText(bytes: Uint8Array, mediaType: string | null | undefined): string {
  const text = decode(bytes, declaredCharset(mediaType) ?? metaCharset(bytes))
  const control = text.match(/[^\P{Cc}\s\u0080-\u009f]/gu)?.length ?? 0
  if (control > 5 + text.length / 50) throw new UnreadableSource('It does not look like text: it may be damaged or of another format.')
  return text
}

function decode(bytes: Uint8Array, declared: string | undefined): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  // ISO-2022 is the one family that is valid UTF-8 and yet means something else.
  if (declared?.startsWith('iso-2022')) return tryDecode(bytes, declared) ?? new TextDecoder().decode(bytes)
  // Text that is valid UTF-8 is UTF-8, whatever is declared: servers say latin1 by default.
  return tryDecode(bytes, 'utf-8') ?? (declared && tryDecode(bytes, declared)) ?? new TextDecoder('windows-1252').decode(bytes)
}

function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

/** UTF-16 without a byte order mark: every other byte of Latin text is zero. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 2000)
  if (sample.length < 4) return undefined
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries()) if (byte === 0) index % 2 === 0 ? even++ : odd++
  if (odd > sample.length * 0.3 && even < sample.length * 0.05) return 'utf-16le'
  if (even > sample.length * 0.3 && odd < sample.length * 0.05) return 'utf-16be'
  return undefined
}

function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    // Not that encoding, or not an encoding at all.
    return undefined
  }
}

function declaredCharset(mediaType: string | null | undefined): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(mediaType ?? '')?.[1]?.toLowerCase()
}

function metaCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1]?.toLowerCase()
}
