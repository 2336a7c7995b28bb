import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { type ChangeDeps, createUserChanges } from './user-changes.ts'
import { deleteUsers, updateUsers } from './user-write.repository.ts'

const DELETED = { isDeleted: true } as const

/** 用户回收站: restores users or deletes them permanently. */
export function createUserBin(deps: ChangeDeps) {
  const changes = createUserChanges(deps)
  return {
    /** @throws AppError account.phone_in_use, account.email_in_use when another account has them */
    restore: (actor: Actor, ids: readonly string[]): Promise<void> =>
      changes.change(
        actor,
        ids,
        async (trx) => {
          await updateUsers(trx, ids, { delFlag: 0 }, actor.user.username)
        },
        DELETED,
      ),

    purge: (actor: Actor, ids: readonly string[]): Promise<void> =>
      changes.change(
        actor,
        ids,
        async (trx, states) => {
          await deleteUsers(trx, ids, actor.user.userId)
          for (const { user } of states) {
            const content = `彻底删除用户：${user.realname}（${user.username}）`
            await writeOperation(trx, actor, { content, operateType: OPERATE.delete, objectId: user.id })
          }
        },
        DELETED,
      ),
  }
}
