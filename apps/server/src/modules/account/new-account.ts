import type { Db } from '../../platform/db/db.ts'
import { newId, newToken } from '../../platform/id.ts'
import { hashPassword } from '../session/index.ts'
import { insertAccount } from './account.repository.ts'

/** Seeded without any right (contract/10 §4.2). */
const DEFAULT_ROLE = 'test'

export interface AccountForm {
  readonly username: string
  readonly realname?: string
  /** A random one nobody knows when absent: the account is entered by code or provider then. */
  readonly password?: string
  readonly phone?: string
  readonly email?: string
  readonly avatar?: string
}

/** Makes an account for somebody who proved a phone number or an identity elsewhere. Returns its id. */
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
  await db.transaction().execute((trx) => insertAccount(trx, account, DEFAULT_ROLE))
  return id
}
