import { randomInt } from 'node:crypto'

/** Without what is easily misread: 0 O 1 l I. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'

/** How long a password somebody else set is good for one sign-in (security §2). */
export const TEMPORARY_PASSWORD_MS = 72 * 3_600_000

/** Of an account whose password nobody knows, since none was ever told. */
export const NEVER_TOLD = new Date(0)

const pick = (alphabet: string, count: number) =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/** `aBcd-eFgh-jKmn-2345`: over 70 random bits; letters, digits and a sign, as forms of existing clients demand. */
export function temporaryPassword(): string {
  return [pick(LETTERS, 4), pick(LETTERS, 4), pick(LETTERS, 4), pick(DIGITS, 4)].join('-')
}
