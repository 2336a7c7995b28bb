import { levelOf, nextCode } from '@natim/domain/level-code'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTenant } from '../../platform/db/tenant.ts'

/** Every column that holds department codes. A test compares the list with the database. */
export const ORG_CODE_COLUMNS = [
  { table: 'sys_depart', column: 'org_code' },
  { table: 'sys_user', column: 'org_code' },
  { table: 'sys_user_agent', column: 'sys_org_code' },
  { table: 'sys_data_source', column: 'sys_org_code' },
  { table: 'sys_position', column: 'sys_org_code' },
  { table: 'sys_category', column: 'sys_org_code' },
  { table: 'sys_file', column: 'sys_org_code' },
  // The changed update time makes processes that missed the notification reload the register.
  { table: 'mon_station', column: 'sys_org_code', stamp: 'update_time' },
  { table: 'mon_device', column: 'sys_org_code', stamp: 'update_time' },
  { table: 'mon_alarm', column: 'sys_org_code' },
  { table: 'mon_incident', column: 'sys_org_code' },
  { table: 'mon_duty_team', column: 'sys_org_code' },
  { table: 'mon_duty_handover', column: 'sys_org_code' },
  { table: 'mon_report_def', column: 'sys_org_code' },
  { table: 'mon_report_run', column: 'sys_org_code' },
  { table: 'mon_api_token', column: 'sys_org_code' },
  { table: 'mon_sat_task', column: 'sys_org_code' },
  { table: 'mon_wx_product', column: 'sys_org_code' },
  { table: 'mon_wx_image', column: 'sys_org_code' },
  { table: 'mon_wall_screen', column: 'sys_org_code' },
  { table: 'mon_wall_token', column: 'org_code' },
  { table: 'mon_subject', column: 'sys_org_code' },
  { table: 'mon_wearable_binding', column: 'sys_org_code' },
  { table: 'mon_reid_request', column: 'sys_org_code' },
  { table: 'mon_breath_test', column: 'sys_org_code' },
  { table: 'mon_nbc_event', column: 'sys_org_code' },
  { table: 'mon_nbc_drill', column: 'sys_org_code' },
] as const satisfies readonly { readonly table: string; readonly column: string; readonly stamp?: string }[]

const TREE_LOCK = 71_030_010

/** Serialises changes of the department tree until the transaction ends. */
export async function lockDepartTree(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(TREE_LOCK)})`.execute(trx)
}

/** The next free code below a parent (none = top level); codes of deleted departments are not reused. */
export async function findFreeOrgCode(trx: Tx, parentCode: string): Promise<string | undefined> {
  const siblings = await trx
    .selectFrom('sysDepart')
    .select('orgCode')
    .where(sql<boolean>`starts_with(org_code, ${parentCode}) and length(org_code) = ${parentCode.length + 3}`)
    .execute()
  return nextCode(
    parentCode,
    siblings.map(({ orgCode }) => orgCode),
  )
}

/** Depth of the deepest department at or below a code. */
export async function findDepth(db: Db, orgCode: string): Promise<number> {
  const { longest } = await db
    .selectFrom('sysDepart')
    .select(sql<number>`max(length(org_code))`.as('longest'))
    .where(sql<boolean>`starts_with(org_code, ${orgCode})`)
    .executeTakeFirstOrThrow()
  return levelOf('x'.repeat(longest))
}

/** Replaces a code and those below it wherever they are stored, in every tenant; returns the changed rows per table. */
export const renumberOrgCodes = (trx: Tx, from: string, to: string): Promise<Record<string, number>> =>
  inTenant(trx, 'system', (all) => renumber(all, from, to))

async function renumber(trx: Tx, from: string, to: string): Promise<Record<string, number>> {
  const changed: Record<string, number> = {}
  for (const place of ORG_CODE_COLUMNS) {
    const column = sql.ref(place.column)
    const stamp = 'stamp' in place ? sql`, ${sql.ref(place.stamp)} = now()` : sql``
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(place.table)} set ${column} = ${to} || substr(${column}, ${from.length + 1}::int)${stamp}
      where starts_with(${column}, ${from})`.execute(trx)
    changed[place.table] = Number(numAffectedRows)
  }
  await sql`
    update sys_depart set org_type = (length(org_code) / 3)::text where starts_with(org_code, ${to})`.execute(trx)
  return changed
}

export const setParent = (trx: Tx, id: string, parentId: string | null, username: string) =>
  trx
    .updateTable('sysDepart')
    .set({ parentId, updateBy: username, updateTime: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
