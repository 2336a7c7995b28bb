import type { NotifyChannel } from '@natim/contract/mon/notify.resource'
import type { Db } from '../../platform/db/db.ts'

/** A notification policy. Empty lists mean any. */
export interface Policy {
  readonly id: string
  readonly name: string
  readonly severities: readonly number[]
  readonly regionPrefixes: readonly string[]
  readonly ruleIds: readonly string[]
  readonly toRoles: readonly string[]
  /** User names. */
  readonly toUsers: readonly string[]
  /** Levels and teams: notifies those on duty at the time of sending. */
  readonly toDuty: readonly string[]
  readonly channels: readonly NotifyChannel[]
  readonly webhookUrl: string | null
  /** Sealed, like the robot's address. */
  readonly webhookSecret: string | null
  readonly wechatUrl: string | null
  readonly repeatMin: number
}

const live = (db: Db) => db.selectFrom('monNotifyPolicy').selectAll().where('delFlag', '=', 0)
type Row = Awaited<ReturnType<ReturnType<typeof live>['execute']>>[number]

const toPolicy = (row: Row): Policy => ({
  ...row,
  severities: row.severities,
  regionPrefixes: row.regionPrefixes,
  ruleIds: row.ruleIds,
  toRoles: row.toRoles,
  toUsers: row.toUsers.split(',').filter((name) => name !== ''),
  toDuty: row.toDuty,
  channels: row.channels,
})

/** Enabled policies, in order. */
export const findPolicies = async (db: Db): Promise<Policy[]> =>
  (await live(db).where('status', '=', 'on').orderBy('sortNo').orderBy('id').execute()).map(toPolicy)

/** A policy that is not deleted, even if disabled. */
export async function findPolicy(db: Db, id: string): Promise<Policy | undefined> {
  const row = await live(db).where('id', '=', id).executeTakeFirst()
  return row && toPolicy(row)
}

/** User ids of role holders and of users by name, without duplicates. */
export async function findReceivers(
  db: Db,
  { toRoles, toUsers }: Pick<Policy, 'toRoles' | 'toUsers'>,
): Promise<string[]> {
  if (toRoles.length + toUsers.length === 0) return []
  const rows = await db
    .selectFrom('sysUser as person')
    .select('person.id')
    .where('person.delFlag', '=', 0)
    .where('person.status', '=', 1)
    .where((eb) =>
      eb.or([
        eb('person.username', '=', eb.fn.any(eb.val([...toUsers]))),
        eb.exists(
          eb
            .selectFrom('sysUserRole as held')
            .innerJoin('sysRole as role', 'role.id', 'held.roleId')
            .select('role.id')
            .whereRef('held.userId', '=', 'person.id')
            .where('role.roleCode', '=', eb.fn.any(eb.val([...toRoles]))),
        ),
      ]),
    )
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}
