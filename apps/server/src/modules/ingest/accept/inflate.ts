import { gunzipSync } from 'node:zlib'

/** security §6: limits of unpacking: 20 times the packed size, and 4 MB. */
const MAX_RATIO = 20
const MAX_INFLATED_BYTES = 4 * 1024 * 1024

/** Whether a payload starts like gzip. JSON never does. */
export function isGzip(payload: Buffer): boolean {
  return payload.length > 2 && payload[0] === 0x1f && payload[1] === 0x8b
}

/** The unpacked payload; undefined when it is corrupt or exceeds the limits. */
export function inflate(payload: Buffer): Buffer | undefined {
  const maxOutputLength = Math.min(payload.length * MAX_RATIO, MAX_INFLATED_BYTES)
  try {
    return gunzipSync(payload, { maxOutputLength })
  } catch {
    return undefined
  }
}
