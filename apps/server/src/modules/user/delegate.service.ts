import type { HandlerInput } from '@natim/contract/endpoint'
import type { DelegateForm, DelegateRow, delegateEndpoints } from '@natim/contract/system/user'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createResource, type ResourceSpec, type StoredRow } from '../resource/index.ts'
import { findDelegate, findDelegateOf } from './delegate.repository.ts'
import type { UserService } from './user.service.ts'
import { type ChangeDeps, createUserChanges } from './user-changes.ts'
import { findIdsByUsername } from './user-write.repository.ts'

type Patch = HandlerInput<typeof delegateEndpoints.update>['body']

const DELEGATE: ResourceSpec<'sysUserAgent', DelegateRow, DelegateForm> = {
  table: 'sysUserAgent',
  entityLabel: '代理人',
  nameOf: ({ userName, agentUserName }) => `${userName} 由 ${agentUserName} 代理`,
  component: 'system/UserList/delegate',
  fields: {},
  dictionaries: [],
  immutable: ['userName'],
  conflicts: { sys_user_agent_user: 'delegate.exists' },
  toColumns: ({ startTime, endTime, ...rest }) => ({ ...rest, ...instant({ startTime, endTime }) }),
  toRow: (record) => ({
    ...record,
    startTime: toDateTimeText(record.startTime),
    endTime: toDateTimeText(record.endTime),
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}

/** Absent fields stay unchanged, empty text clears; wire times are GMT+8. */
const instant = (times: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(times).flatMap(([key, text]) =>
      text == null ? [] : [[key, text === '' ? null : `${text}+08:00`] as const],
    ),
  )

/** 代理人: at most one per user (contract/20 §1). */
export function createDelegates(deps: ChangeDeps & { readonly users: UserService }) {
  const { db, users } = deps
  const records = createResource(db, DELEGATE)
  const changes = createUserChanges(deps)

  /** The account with this name. @throws AppError user.unknown */
  async function known(userName: string) {
    const [user] = await findIdsByUsername(db, [userName])
    if (user === undefined) throw new AppError('user.unknown')
    return user
  }

  /** @throws AppError delegate.self, delegate.time_inverted, user.unknown, row.not_found, user.above */
  async function check(
    trx: Tx,
    { user }: Actor,
    delegate: Pick<StoredRow<'sysUserAgent'>, 'userName' | 'agentUserName'>,
  ) {
    const [whose, agent] = [await known(delegate.userName), await known(delegate.agentUserName)]
    if (whose.id === agent.id) throw new AppError('delegate.self')
    await changes.take(trx, user, [whose.id])
  }

  function assertOrder(start: string | Date | null | undefined, end: string | Date | null | undefined): void {
    if (!start || !end) return
    if (new Date(start).getTime() >= new Date(end).getTime()) throw new AppError('delegate.time_inverted')
  }

  return {
    /** @throws AppError delegate.none */
    async get(viewer: SessionUser, userName: string): Promise<DelegateRow> {
      const user = await known(userName)
      await users.one(viewer, user.id)
      const delegate = await findDelegateOf(db, userName)
      if (delegate === undefined) throw new AppError('delegate.none')
      return DELEGATE.toRow(delegate, () => '')
    },

    create: (actor: Actor, form: DelegateForm): Promise<void> =>
      db.transaction().execute(async (trx) => {
        assertOrder(form.startTime, form.endTime)
        await check(trx, actor, form)
        await records.insertIn(trx, actor, { ...records.columnsOf(form), createName: actor.user.realname })
      }),

    update: (actor: Actor, { id, ...patch }: Patch): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await findDelegate(trx, id)
        if (before === undefined) throw new AppError('row.not_found')
        const columns = records.columnsOf(patch)
        const after = { ...before, ...columns }
        assertOrder(after.startTime, after.endTime)
        await check(trx, actor, after)
        await records.updateIn(trx, actor, id, { ...columns, updateName: actor.user.realname })
      }),
  }
}
