import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { SUPERIOR } from './depart.repository.ts'

const MEMBER = 1

const charge = ['id', 'username', 'realname', 'departIds', 'userIdentity'] as const
export type Director = Awaited<ReturnType<typeof lockDirectors>>[number]

const isInChargeOf = (departIds: readonly string[]) =>
  sql<boolean>`string_to_array(depart_ids, ',') && ${[...departIds]}::text[]`

/** Locks and returns the heads of any of these departments. */
export const lockDirectors = (trx: Tx, departIds: readonly string[]) =>
  trx.selectFrom('sysUser').select(charge).where(isInChargeOf(departIds)).orderBy('id').forUpdate().execute()

export const lockUsers = (trx: Tx, ids: readonly string[]) =>
  trx
    .selectFrom('sysUser')
    .select(charge)
    .where('id', 'in', [...ids])
    .where('delFlag', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()

/** A user with no department left becomes a plain member. */
export async function setCharge(
  trx: Tx,
  id: string,
  departIds: readonly string[],
  username: string,
): Promise<Director> {
  return await trx
    .updateTable('sysUser')
    .set({
      departIds: departIds.length > 0 ? departIds.join(',') : null,
      userIdentity: departIds.length > 0 ? SUPERIOR : MEMBER,
      updateBy: username,
      updateTime: new Date(),
    })
    .where('id', '=', id)
    .returning(charge)
    .executeTakeFirstOrThrow()
}

export async function addMember(trx: Tx, departId: string, userId: string): Promise<void> {
  await trx
    .insertInto('sysUserDepart')
    .values({ userId, depId: departId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes all members from these departments; returns those affected. */
export async function releaseMembers(
  trx: Tx,
  departIds: readonly string[],
  orgCodes: readonly string[],
): Promise<string[]> {
  const links = await trx
    .deleteFrom('sysUserDepart')
    .where('depId', 'in', [...departIds])
    .returning('userId')
    .execute()
  const workers = await trx
    .updateTable('sysUser')
    .set({ orgCode: null })
    .where('orgCode', 'in', [...orgCodes])
    .returning('id')
    .execute()
  return [...links.map(({ userId }) => userId), ...workers.map(({ id }) => id)]
}

/** Deletes department permissions and the roles within them. */
export async function deleteDepartRights(trx: Tx, departIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sysDepartRole')
    .where('departId', 'in', [...departIds])
    .execute()
  await trx
    .deleteFrom('sysDepartPermission')
    .where('departId', 'in', [...departIds])
    .execute()
}

export const findUsersWorkingIn = (db: Db, orgCode: string) =>
  db.selectFrom('sysUser').select('id').where(sql<boolean>`starts_with(org_code, ${orgCode})`).execute()

/** Counts of dependents at or below these codes. */
export async function countBelow(db: Db, orgCodes: readonly string[]) {
  const tops = sql`unnest(${[...orgCodes]}::text[]) as top (code)`
  const within = (column: string) => sql`exists (select from ${tops} where starts_with(${sql.ref(column)}, top.code))`
  const { rows } = await sql<{ stations: number; devices: number; members: number; departs: number }>`select
    (select count(*)::int from mon_station where del_flag = 0 and ${within('sysOrgCode')}) as stations,
    (select count(*)::int from mon_device where del_flag = 0 and ${within('sysOrgCode')}) as devices,
    (select count(distinct link.user_id)::int from sys_user_depart as link
      join sys_depart as own on own.id = link.dep_id where ${within('own.orgCode')}) as members,
    (select count(*)::int from sys_depart where del_flag = '0' and ${within('orgCode')}
      and not (org_code = any(${[...orgCodes]}::text[]))) as departs`.execute(db)
  return rows[0] ?? { stations: 0, devices: 0, members: 0, departs: 0 }
}
