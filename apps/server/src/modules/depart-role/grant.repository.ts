import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** A department, or a role within one, as a holder of grants. */
export type Holder = { readonly kind: 'depart'; readonly id: string } | { readonly kind: 'role'; readonly id: string }

/** Tables holding the grants of each kind of holder; names are constants. */
const PLACES = {
  depart: { grants: 'sys_depart_permission', rules: 'sys_depart_data_rule', key: 'depart_id' },
  role: { grants: 'sys_depart_role_permission', rules: 'sys_depart_role_data_rule', key: 'role_id' },
} as const

const placeOf = ({ kind }: Holder) => {
  const { grants, rules, key } = PLACES[kind]
  return { grants: sql.table(grants), rules: sql.table(rules), key: sql.ref(key) }
}

/** Ids of the menus and permissions granted to the holder. */
export async function findGrants(db: Db, holder: Holder): Promise<string[]> {
  const { grants, key } = placeOf(holder)
  const { rows } = await sql<{ permissionId: string }>`
    select permission_id from ${grants} where ${key} = ${holder.id} order by permission_id`.execute(db)
  return rows.map(({ permissionId }) => permissionId)
}

/** Unknown ids are ignored. */
export async function addGrants(trx: Tx, holder: Holder, permissionIds: readonly string[]): Promise<void> {
  const { grants, key } = placeOf(holder)
  await sql`
    insert into ${grants} (${key}, permission_id)
    select ${holder.id}, id from sys_permission where id = any(${[...permissionIds]}::text[]) and del_flag = 0
    on conflict do nothing`.execute(trx)
}

export async function removeGrants(trx: Tx, holder: Holder, permissionIds: readonly string[]): Promise<void> {
  const { grants, key } = placeOf(holder)
  await sql`
    delete from ${grants} where ${key} = ${holder.id} and permission_id = any(${[...permissionIds]}::text[])`.execute(
    trx,
  )
}

/** Revokes what a department lost from its roles. */
export async function removeFromRoles(trx: Tx, departId: string, permissionIds: readonly string[]): Promise<void> {
  await sql`
    delete from sys_depart_role_permission as held using sys_depart_role as role
    where role.id = held.role_id and role.depart_id = ${departId}
      and held.permission_id = any(${[...permissionIds]}::text[])`.execute(trx)
}

/** Ids of the data rules selected for the holder on one menu. */
export async function findTickedRules(db: Db, holder: Holder, permissionId: string): Promise<string[]> {
  const { rules, key } = placeOf(holder)
  const { rows } = await sql<{ ruleId: string }>`
    select rule_id from ${rules} where ${key} = ${holder.id} and permission_id = ${permissionId} order by rule_id`.execute(
    db,
  )
  return rows.map(({ ruleId }) => ruleId)
}

/** Rules that do not belong to the menu are ignored. */
export async function setTickedRules(
  trx: Tx,
  holder: Holder,
  permissionId: string,
  ruleIds: readonly string[],
): Promise<void> {
  const { rules, key } = placeOf(holder)
  await sql`delete from ${rules} where ${key} = ${holder.id} and permission_id = ${permissionId}`.execute(trx)
  await sql`
    insert into ${rules} (${key}, permission_id, rule_id)
    select ${holder.id}, permission_id, id from sys_permission_data_rule
    where permission_id = ${permissionId} and id = any(${[...ruleIds]}::text[])`.execute(trx)
}

/** Removes rules from a department's roles that the department no longer has. */
export async function dropStrayRules(trx: Tx, departId: string, permissionId: string): Promise<void> {
  await sql`
    delete from sys_depart_role_data_rule as held using sys_depart_role as role
    where role.id = held.role_id and role.depart_id = ${departId} and held.permission_id = ${permissionId}
      and not exists (
        select from sys_depart_data_rule as own where own.depart_id = ${departId} and own.rule_id = held.rule_id)`.execute(
    trx,
  )
}

export const findNames = (db: Db, permissionIds: readonly string[]) =>
  db
    .selectFrom('sysPermission')
    .select(['id', 'name'])
    .where('id', 'in', [...permissionIds])
    .execute()
