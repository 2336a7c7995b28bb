import { randomInt } from 'node:crypto'

/** Without the ambiguous characters 0 O 1 l I. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'

/** How long a password set by another person is valid for one sign-in (security §2). */
export const TEMPORARY_PASSWORD_MS = 72 * 3_600_000

/** Expiry of a generated password that was never handed out. */
export const NEVER_TOLD = new Date(0)

const pick = (alphabet: string, count: number) =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/** `aBcd-eFgh-jKmn-2345`: over 70 random bits; letters, digits and a symbol, as forms of existing clients require. */
export function temporaryPassword(): string {
  return [pick(LETTERS, 4), pick(LETTERS, 4), pick(LETTERS, 4), pick(DIGITS, 4)].join('-')
}
