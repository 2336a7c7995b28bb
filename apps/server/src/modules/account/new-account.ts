import type { ErrorCode } from '@natim/contract/errors'
import type { Db } from '../../platform/db/db.ts'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'
import { newId, newToken } from '../../platform/id.ts'
import { hashPassword } from '../session/index.ts'
import { insertAccount } from './account.repository.ts'

/** Seeded without any permission (contract/10 §4.2). */
const DEFAULT_ROLE = 'test'

export interface AccountForm {
  readonly username: string
  readonly realname?: string
  /** When absent, a random one that nobody knows: sign-in is then by code or provider only. */
  readonly password?: string
  readonly phone?: string
  readonly email?: string
  readonly avatar?: string
}

/** Unique indexes of sys_user, for concurrent requests for the same value. */
const TAKEN: Readonly<Record<string, ErrorCode>> = {
  sys_user_username: 'account.username_in_use',
  sys_user_phone: 'account.phone_in_use',
  sys_user_email: 'account.email_in_use',
}

/**
 * Creates an account for somebody who proved a phone number or an external identity. Returns its id.
 *
 * @throws AppError account.username_in_use, account.phone_in_use, account.email_in_use
 */
export async function createAccount(db: Db, form: AccountForm): Promise<string> {
  const id = newId()
  const account = {
    id,
    username: form.username,
    realname: form.realname ?? form.username,
    passwordHash: await hashPassword(form.password ?? newToken()),
    phone: form.phone ?? null,
    email: form.email ?? null,
    avatar: form.avatar ?? null,
  }
  try {
    await db.transaction().execute((trx) => insertAccount(trx, account, DEFAULT_ROLE))
  } catch (error) {
    const taken = TAKEN[errorDetailsOf(error).constraint ?? '']
    throw taken === undefined ? error : new AppError(taken, { cause: error })
  }
  return id
}
