import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { ROOT_DEPART } from './seed.ts'

export interface FirstAdminOptions {
  readonly dataDir: string
  /** ADMIN_PASSWORD; a random one is generated when absent. */
  readonly password: string | undefined
  readonly hashPassword: (password: string) => Promise<string>
}

export interface FirstAdmin {
  readonly username: string
  /** Set only when the password was generated: it is printed once and stored in `file` (0600). */
  readonly generated?: { readonly password: string; readonly file: string }
}

const USERNAME = 'admin'

/** Creates the first administrator when there are no users, else returns undefined. */
export async function createFirstAdmin(db: Db, options: FirstAdminOptions): Promise<FirstAdmin | undefined> {
  const someone = await db.selectFrom('sysUser').select('id').limit(1).executeTakeFirst()
  if (someone) return undefined
  const password = options.password ?? randomBytes(15).toString('base64url')
  const passwordHash = await options.hashPassword(password)
  const id = newId()
  const created = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('sysUser')
      .values({
        id,
        username: USERNAME,
        realname: '系统管理员',
        passwordHash,
        orgCode: ROOT_DEPART.orgCode,
        regionPrefixes: ['*'],
      })
      // A second instance starting concurrently must not fail.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await trx.insertInto('sysUserDepart').values({ userId: id, depId: ROOT_DEPART.id }).execute()
    await trx
      .insertInto('sysUserRole')
      .values([
        { userId: id, roleId: 'r-admin' },
        { userId: id, roleId: 'r-nat-admin' },
      ])
      .execute()
    return true
  })
  if (!created) return undefined
  if (options.password !== undefined) return { username: USERNAME }
  const file = join(options.dataDir, 'admin-password')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return { username: USERNAME, generated: { password, file } }
}
