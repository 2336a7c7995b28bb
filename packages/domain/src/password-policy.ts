import { COMMON_PASSWORDS } from './common-passwords.ts'

/** Lengths in UTF-16 units (security §2). */
export const PASSWORD_LENGTH = { min: 8, minAdministrator: 12, max: 128 } as const

const PRODUCT_NAMES = ['natim', '国家监测', '监测网络']
/** Shorter names are part of too many words. */
const SHORTEST_NAME = 3

/** What is wrong with a password, in the words the person reads. */
export const PASSWORD_FAULT_TEXT = {
  tooShort: `密码至少 ${PASSWORD_LENGTH.min} 个字符`,
  tooShortForAdministrator: `管理员密码至少 ${PASSWORD_LENGTH.minAdministrator} 个字符`,
  tooLong: `密码最多 ${PASSWORD_LENGTH.max} 个字符`,
  common: '密码过于常见，请换一个',
  holdsName: '密码不能包含账号、产品或部门名称',
} as const
export type PasswordFault = keyof typeof PASSWORD_FAULT_TEXT

/** Whose password it is to be. */
export interface PasswordContext {
  readonly username: string
  readonly isAdministrator?: boolean
  /** Names of the departments of the person. */
  readonly names?: readonly string[]
}

/**
 * The first fault of a password, undefined when it may be used. Any character is allowed, none is demanded: length
 * and rarity are what a guesser has to pay for.
 */
export function findPasswordFault(password: string, context: PasswordContext): PasswordFault | undefined {
  if (password.length < PASSWORD_LENGTH.min) return 'tooShort'
  if (context.isAdministrator === true && password.length < PASSWORD_LENGTH.minAdministrator) {
    return 'tooShortForAdministrator'
  }
  if (password.length > PASSWORD_LENGTH.max) return 'tooLong'
  if (COMMON_PASSWORDS.has(folded(password))) return 'common'
  return holdsName(password, context) ? 'holdsName' : undefined
}

function holdsName(password: string, { username, names = [] }: PasswordContext): boolean {
  const text = folded(password)
  return [username, ...PRODUCT_NAMES, ...names]
    .map(folded)
    .some((name) => name.length >= SHORTEST_NAME && text.includes(name))
}

const folded = (text: string) => text.trim().normalize('NFKC').toLowerCase()
