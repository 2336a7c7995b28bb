const PREFIX = 'tmp_'
const TEMPORARY = /^tmp_[0-9a-f]{16}_\d+$/

const hex = (byte: number) => byte.toString(16).padStart(2, '0')

let page: string | undefined
let serial = 0

/** An id for a new row, different from all stored and other ids. */
export function createTempId(): string {
  page ??= Array.from(crypto.getRandomValues(new Uint8Array(8)), hex).join('')
  serial += 1
  return `${PREFIX}${page}_${serial}`
}

/** Whether a row was created here and has no stored id yet. */
export const isTempId = (id: unknown): boolean => typeof id === 'string' && TEMPORARY.test(id)
