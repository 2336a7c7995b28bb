import { findPasswordFault, PASSWORD_FAULT_TEXT } from '@natim/domain/password-policy'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { findRoleCodes } from '../permission/index.ts'
import { findDepartsOfUser } from '../session/index.ts'

const ADMINISTRATOR_ROLES: readonly string[] = ['admin', 'nat_admin']

/** Owner of the future password; an account that does not exist yet has no id. */
export interface PasswordOwner {
  readonly id?: string
  readonly username: string
}

/**
 * Enforces the password policy of security §2, wherever a password is set.
 *
 * @throws AppError password.refused
 */
export async function assertPassword(db: Db, password: string, { id, username }: PasswordOwner): Promise<void> {
  const [roleCodes, departs] =
    id === undefined ? [[], []] : await Promise.all([findRoleCodes(db, id), findDepartsOfUser(db, id)])
  const fault = findPasswordFault(password, {
    username,
    isAdministrator: roleCodes.some((code) => ADMINISTRATOR_ROLES.includes(code)),
    names: departs.map((depart) => depart.departName),
  })
  if (fault !== undefined) throw new AppError('password.refused', { data: { reason: PASSWORD_FAULT_TEXT[fault] } })
}
