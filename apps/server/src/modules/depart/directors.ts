import type { DepartForm } from '@natim/contract/system/depart'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { addMember, type Director, lockDirectors, lockUsers, setCharge } from './director.repository.ts'

const partsOf = (list: string | null | undefined) => (list ?? '').split(',').filter((part) => part !== '')

/**
 * Adds and removes department heads according to the form; a new head becomes a member. Of those no longer listed, only
 * those the client knew of are removed. Returns the users whose permissions changed.
 *
 * @throws AppError depart.director_unknown
 */
export async function setDirectors(
  trx: Tx,
  actor: Actor,
  departId: string,
  { directorUserIds, oldDirectorUserIds }: Pick<Partial<DepartForm>, 'directorUserIds' | 'oldDirectorUserIds'>,
): Promise<string[]> {
  if (directorUserIds === undefined || directorUserIds === null) return []
  const wanted = new Set(partsOf(directorUserIds))
  const known = oldDirectorUserIds == null ? undefined : new Set(partsOf(oldDirectorUserIds))
  const now = await lockDirectors(trx, [departId])
  const gone = now.filter(({ id }) => !wanted.has(id) && (known?.has(id) ?? true))
  const newIds = [...wanted].filter((id) => !now.some((director) => director.id === id))
  const added = newIds.length === 0 ? [] : await lockUsers(trx, newIds)
  if (added.length !== newIds.length) throw new AppError('depart.director_unknown')
  for (const user of gone) await charge(trx, actor, user, without(user, [departId]))
  for (const user of added) {
    await charge(trx, actor, user, [...partsOf(user.departIds), departId])
    await addMember(trx, departId, user.id)
  }
  return [...gone, ...added].map(({ id }) => id)
}

/** Removes all heads from these departments. */
export async function releaseDirectors(trx: Tx, actor: Actor, departIds: readonly string[]): Promise<string[]> {
  const directors = await lockDirectors(trx, departIds)
  for (const user of directors) await charge(trx, actor, user, without(user, departIds))
  return directors.map(({ id }) => id)
}

const without = ({ departIds }: Director, gone: readonly string[]) =>
  partsOf(departIds).filter((id) => !gone.includes(id))

async function charge(trx: Tx, actor: Actor, before: Director, departIds: readonly string[]): Promise<void> {
  const after = await setCharge(trx, before.id, departIds, actor.user.username)
  await writeChange(trx, actor, {
    table: 'sys_user',
    id: before.id,
    entityLabel: '用户',
    name: `${before.realname}（${before.username}）`,
    before,
    after,
  })
}
