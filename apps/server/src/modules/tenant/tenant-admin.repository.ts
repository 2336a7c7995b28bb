import { type Selectable, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

export type StoredTenant = Selectable<Database['sysTenant']>

export const TENANT_FIELDS: ListFields = {
  id: { expression: sql.ref('tenant.id'), type: 'number' },
  name: { expression: sql.ref('tenant.name'), type: 'text' },
  status: { expression: sql.ref('tenant.status'), type: 'number' },
  beginDate: { expression: sql.ref('tenant.beginDate'), type: 'time' },
  endDate: { expression: sql.ref('tenant.endDate'), type: 'time' },
  createBy: { expression: sql.ref('tenant.createBy'), type: 'text' },
  createTime: { expression: sql.ref('tenant.createTime'), type: 'time' },
}
export const TENANT_TIE = sql`tenant.id`

const members = sql<number>`(select count(*)::int from sys_user_tenant link where link.tenant_id = tenant.id)`

export function findTenants(db: Db, request: ListRequest) {
  const tenants = db.selectFrom('sysTenant as tenant').where(allOf(request.conditions))
  return findPage(tenants, tenants.selectAll('tenant').select(members.as('userCount')), request)
}

/** Tenants in force, ordered by number; restricted to these ids if any are given. */
export const findTenantsInForce = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('sysTenant')
    .selectAll()
    .where('status', '=', 1)
    .where((eb) => eb.or([eb('endDate', 'is', null), eb('endDate', '>', sql<Date>`now()`)]))
    .$if(ids.length > 0, (query) => query.where('id', 'in', [...ids]))
    .orderBy('id')
    .execute()

/** Rows with these numbers that fulfil the conditions, locked in a fixed order. */
export const lockTenants = (
  trx: Tx,
  ids: readonly number[],
  conditions: ListRequest['conditions'],
): Promise<StoredTenant[]> =>
  trx
    .selectFrom('sysTenant as tenant')
    .selectAll('tenant')
    .where('tenant.id', 'in', [...ids])
    .where(allOf(conditions))
    .orderBy('tenant.id')
    .forUpdate()
    .execute()

/** The tenants among these that have users. */
export async function findUsedTenants(trx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('sysUserTenant')
    .select('tenantId')
    .distinct()
    .where('tenantId', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ tenantId }) => tenantId))
}

type Columns = Pick<StoredTenant, 'name' | 'beginDate' | 'endDate' | 'status'>

/** Returns undefined when the number is taken. */
export const insertTenant = (
  trx: Tx,
  row: Columns & Pick<StoredTenant, 'id' | 'createBy'>,
): Promise<StoredTenant | undefined> =>
  trx
    .insertInto('sysTenant')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateTenant = (
  trx: Tx,
  id: number,
  columns: Partial<Columns> & Pick<StoredTenant, 'updateBy'>,
): Promise<StoredTenant> =>
  trx
    .updateTable('sysTenant')
    .set({ ...columns, updateTime: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteTenants(trx: Tx, ids: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('sysTenant')
    .where('id', 'in', [...ids])
    .execute()
}
