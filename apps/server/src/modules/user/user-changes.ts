import type { ErrorCode } from '@natim/contract/errors'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { publishRightsChanged } from '../permission/index.ts'
import { guardConflicts } from '../resource/index.ts'
import type { SessionService } from '../session/index.ts'
import { lockUsers } from './user.repository.ts'
import type { UserState } from './user-form.ts'
import { ADMINISTRATOR_ROLE, assertBelow } from './user-policy.ts'
import { rulesOf } from './user-rules.ts'
import {
  countHolders,
  findLinkNames,
  findLinks,
  findStored,
  type Links,
  lockAdministration,
  type StoredUser,
} from './user-write.repository.ts'

export interface ChangeDeps {
  readonly db: Db
  readonly bus: Bus
  readonly sessions: SessionService
}

/** Errors for the unique indexes of the table. */
export const USER_CONFLICTS: Readonly<Record<string, ErrorCode>> = {
  sys_user_username: 'account.username_in_use',
  sys_user_phone: 'account.phone_in_use',
  sys_user_email: 'account.email_in_use',
  sys_user_work_no: 'account.work_no_in_use',
}

const NO_LINKS: Links = { roles: [], departs: [] }

/** What versions and log lines store of a user: everything but the hash. */
function snapshot({ user, links }: UserState): Readonly<Record<string, unknown>> {
  const { passwordHash: _hidden, ...shown } = user
  return { ...shown, selectedroles: links.roles.join(','), selecteddeparts: links.departs.join(',') }
}

/** Roles granted and revoked, by name for readers of the log. */
async function roleNote(trx: Tx, before: readonly string[], after: readonly string[]): Promise<string> {
  const given = after.filter((id) => !before.includes(id))
  const taken = before.filter((id) => !after.includes(id))
  if (given.length + taken.length === 0) return ''
  const names = (await findLinkNames(trx, { roles: [...given, ...taken], departs: [] })).roles
  const listed = (verb: string, ids: readonly string[]) =>
    ids.length > 0 ? `；${verb}角色：${ids.map((id) => names.get(id) ?? id).join('、')}` : ''
  return listed('授予', given) + listed('收回', taken)
}

export async function noteUser(
  trx: Tx,
  actor: Actor,
  before: UserState | undefined,
  after: UserState | undefined,
): Promise<void> {
  const state = after ?? before
  if (state === undefined) return
  const { id, realname, username } = state.user
  const note = after ? await roleNote(trx, before?.links.roles ?? [], after.links.roles) : ''
  await writeChange(trx, actor, {
    table: 'sys_user',
    id,
    entityLabel: '用户',
    name: `${realname}（${username}）`,
    note,
    before: before && snapshot(before),
    after: after && snapshot(after),
  })
}

export async function statesOf(trx: Tx, users: readonly StoredUser[]): Promise<UserState[]> {
  if (users.length === 0) return []
  const links = await findLinks(
    trx,
    users.map(({ id }) => id),
  )
  return users.map((user) => ({ user, links: links.get(user.id) ?? NO_LINKS }))
}

interface ChangeOptions {
  /** Changes users in the recycle bin instead. */
  readonly isDeleted?: boolean
  /** Ends the users' sessions with the change. */
  readonly endsSessions?: boolean
}

/**
 * Changes to other users: visible ones without higher permissions than the actor, each with a version and a log line.
 */
export function createUserChanges({ db, bus, sessions }: ChangeDeps) {
  /** Locks the users to be changed. @throws AppError row.not_found, user.above */
  async function take(trx: Tx, actor: SessionUser, ids: readonly string[], { isDeleted = false }: ChangeOptions = {}) {
    const wanted = [...new Set(ids)]
    const users = await lockUsers(trx, actor, wanted, await rulesOf(trx, actor), { isDeleted })
    if (users.length !== wanted.length) throw new AppError('row.not_found')
    await assertBelow(trx, actor, wanted)
    return statesOf(trx, users)
  }

  /** Does the work and logs its changes. @throws AppError user.last_admin and those of `take` and the work */
  async function changeIn(
    trx: Tx,
    actor: Actor,
    ids: readonly string[],
    work: (states: readonly UserState[]) => Promise<void>,
    options: ChangeOptions = {},
  ): Promise<void> {
    await lockAdministration(trx)
    const before = await take(trx, actor.user, ids, options)
    const administrators = await countHolders(trx, ADMINISTRATOR_ROLE)
    await guardConflicts(USER_CONFLICTS, () => work(before))
    if (administrators > 0 && (await countHolders(trx, ADMINISTRATOR_ROLE)) === 0) {
      throw new AppError('user.last_admin')
    }
    const after = await statesOf(trx, await findStored(trx, ids))
    for (const state of before) {
      const now = after.find(({ user }) => user.id === state.user.id)
      const isThere = now !== undefined && (now.user.delFlag === 0 || options.isDeleted === true)
      if (JSON.stringify(now) !== JSON.stringify(state)) await noteUser(trx, actor, state, isThere ? now : undefined)
    }
  }

  return {
    take,
    changeIn,

    async change(
      actor: Actor,
      ids: readonly string[],
      work: (trx: Tx, states: readonly UserState[]) => Promise<void>,
      options: ChangeOptions = {},
    ): Promise<void> {
      await db.transaction().execute((trx) => changeIn(trx, actor, ids, (states) => work(trx, states), options))
      if (options.endsSessions) for (const id of ids) await sessions.endSessionsOf(id)
      publishRightsChanged(bus, ids)
    },
  }
}
