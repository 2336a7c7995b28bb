import type { ByteRange } from './file-store.ts'

/**
 * The part of a file of this size that a Range header asks for (RFC 9110 §14): `whole` for a missing, unsupported or
 * multiple range, `unsatisfiable` when it starts beyond the end.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'whole'
  if (asked[1] === '') {
    const length = Math.min(Number(asked[2]), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(asked[1])
  const end = asked[2] === '' ? sizeBytes - 1 : Math.min(Number(asked[2]), sizeBytes - 1)
  if (start >= sizeBytes) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}
