import { isCommonPassword } from './common-passwords.ts'

/** Lengths in UTF-16 units (security §2). */
export const PASSWORD_LENGTH = { min: 8, minAdministrator: 12, max: 128 } as const

const PRODUCT_NAMES = ['natim', '国家监测', '监测网络']
/** Minimum number of distinct characters: guessers try repetitions first. */
const FEWEST_DIFFERENT = 4
/** Shorter names occur in too many words. */
const SHORTEST_NAME = 3

/** What is wrong with a password, as shown to the user. */
export const PASSWORD_FAULT_TEXT = {
  tooShort: `密码至少 ${PASSWORD_LENGTH.min} 个字符`,
  tooShortForAdministrator: `管理员密码至少 ${PASSWORD_LENGTH.minAdministrator} 个字符`,
  tooLong: `密码最多 ${PASSWORD_LENGTH.max} 个字符`,
  tooFewDifferent: `密码至少包含 ${FEWEST_DIFFERENT} 个不同的可见字符`,
  common: '密码过于常见，请换一个',
  holdsName: '密码不能包含账号、产品或部门名称',
} as const
export type PasswordFault = keyof typeof PASSWORD_FAULT_TEXT

/** The owner of the password. */
export interface PasswordContext {
  readonly username: string
  readonly isAdministrator?: boolean
  /** Names of the user's departments. */
  readonly names?: readonly string[]
}

/**
 * The first fault of a password, undefined if it is acceptable. Any character is allowed, none is required: length and
 * rarity are the cost for a guesser. Invisible characters do not count, blanks only between other characters.
 */
export function findPasswordFault(password: string, context: PasswordContext): PasswordFault | undefined {
  // Checked before any further work.
  if (password.length > PASSWORD_LENGTH.max) return 'tooLong'
  const { length } = visible(password)
  if (length < PASSWORD_LENGTH.min) return 'tooShort'
  if (context.isAdministrator === true && length < PASSWORD_LENGTH.minAdministrator) return 'tooShortForAdministrator'
  if (isCommonPassword(folded(password))) return 'common'
  if (countDifferent(password) < FEWEST_DIFFERENT) return 'tooFewDifferent'
  return holdsName(password, context) ? 'holdsName' : undefined
}

function holdsName(password: string, { username, names = [] }: PasswordContext): boolean {
  const text = folded(password)
  return [username, ...PRODUCT_NAMES, ...names]
    .map(folded)
    .some((name) => name.length >= SHORTEST_NAME && text.includes(name))
}

/** Format, control and filler characters without width; U+2800 is a braille cell without dots. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

const visible = (text: string) => text.normalize('NFKC').replace(INVISIBLE, '').trim()
const countDifferent = (text: string) => new Set(visible(text).replace(/\s/gu, '')).size
const folded = (text: string) => visible(text).toLowerCase()
