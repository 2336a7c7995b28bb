import { INITIAL_PASSWORDS_MAX } from '@natim/contract/system/import'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { toXlsx } from '../../platform/xlsx.ts'
import { findAddedKeys } from '../import/index.ts'
import { hashPassword } from '../session/index.ts'
import { NEVER_TOLD, TEMPORARY_PASSWORD_MS, temporaryPassword } from './temporary-password.ts'
import { type ChangeDeps, createUserChanges } from './user-changes.ts'
import { findIdsByUsername, findStored, updateUsers } from './user-write.repository.ts'

interface FirstPassword {
  readonly id: string
  readonly realname: string
  readonly username: string
  readonly password: string
  readonly passwordHash: string
}

/** Concurrent hashes; the remaining hashing slots are left to sign-ins. */
const AT_ONCE = 2

const COLUMNS = [
  { title: '姓名', value: (row: FirstPassword) => row.realname },
  { title: '账号', value: (row: FirstPassword) => row.username },
  { title: '初始密码', value: (row: FirstPassword) => row.password },
] as const

/**
 * First passwords of imported users, for the importer. They are generated on request and stored only as hashes, so they
 * can never be handed out a second time.
 */
export function createFirstPasswords(deps: ChangeDeps & { readonly now: () => number }) {
  const { db, now } = deps
  const changes = createUserChanges(deps)

  const isUntold = ({ passwordExpiresAt, delFlag }: { passwordExpiresAt: Date | null; delFlag: number }) =>
    passwordExpiresAt?.getTime() === NEVER_TOLD.getTime() && delFlag === 0

  async function untoldOf({ user }: Actor, jobId: string) {
    const names = await findAddedKeys(db, { id: jobId, entity: 'user', ownerId: user.userId })
    const ids = names.length === 0 ? [] : (await findIdsByUsername(db, names)).map(({ id }) => id)
    const people = ids.length === 0 ? [] : (await findStored(db, ids)).filter(isUntold)
    const place = (username: string) => names.indexOf(username.toLowerCase())
    return people.sort((a, b) => place(a.username) - place(b.username))
  }

  return {
    /**
     * @returns a workbook
     * @throws AppError user.no_first_password, user.many_first_passwords, user.above, row.not_found
     */
    async take(actor: Actor, jobId: string): Promise<Buffer> {
      const people = await untoldOf(actor, jobId)
      if (people.length === 0) throw new AppError('user.no_first_password')
      if (people.length > INITIAL_PASSWORDS_MAX) {
        throw new AppError('user.many_first_passwords', { data: { max: INITIAL_PASSWORDS_MAX } })
      }
      const made: FirstPassword[] = []
      for (let from = 0; from < people.length; from += AT_ONCE) {
        made.push(...(await Promise.all(people.slice(from, from + AT_ONCE).map(withPassword))))
      }
      const passwordExpiresAt = new Date(now() + TEMPORARY_PASSWORD_MS)
      await db.transaction().execute(async (trx) => {
        const ids = made.map(({ id }) => id)
        const states = await changes.take(trx, actor.user, ids)
        // A concurrent request took or reset one of them during hashing.
        if (!states.every(({ user }) => isUntold(user))) throw new AppError('user.no_first_password')
        for (const { id, passwordHash } of made) {
          await updateUsers(trx, [id], { passwordHash, passwordExpiresAt }, actor.user.username)
        }
        const content = `下载初始密码：${made.length} 个导入的用户`
        await writeOperation(trx, actor, { content, operateType: OPERATE.export, objectId: jobId })
      })
      const subTitle = '初始密码只能登录一次，72 小时内有效，登录后须修改；请分别告知本人，并妥善保管本表'
      return toXlsx({ title: '初始密码', subTitle, columns: COLUMNS }, made)
    },
  }
}

async function withPassword({ id, realname, username }: Pick<FirstPassword, 'id' | 'realname' | 'username'>) {
  const password = temporaryPassword()
  return { id, realname, username, password, passwordHash: await hashPassword(password) }
}
