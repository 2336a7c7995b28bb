import type { ListQuery } from '@natim/contract/fields'
import type { TenantAdminRow, TenantForm } from '@natim/contract/system/tenant'
import { parseGmt8 } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { loadDictLabels } from '../dict/index.ts'
import {
  deleteTenants,
  findTenants,
  findTenantsInForce,
  findUsedTenants,
  insertTenant,
  lockTenants,
  type StoredTenant,
  TENANT_FIELDS,
  TENANT_TIE,
  updateTenant,
} from './tenant-admin.repository.ts'

const LIST = { defaultSort: { field: 'createTime', order: 'desc' }, tieBreaker: TENANT_TIE } as const
/** Menu that carries the data rules. */
const PAGE = { component: 'system/TenantList', fields: TENANT_FIELDS }

type Patch = Partial<Omit<TenantForm, 'id'>>

/** Administration of tenants (contract/20 §9). */
export function createTenantAdmin(db: Db) {
  async function page(user: SessionUser, query: ListQuery) {
    const request = await withDataRules(db, user, PAGE, parseListRequest(query, TENANT_FIELDS, LIST))
    const [{ records: rows, total }, labels] = await Promise.all([
      findTenants(db, request),
      loadDictLabels(db, ['tenant_status']),
    ])
    const records = rows.map(
      ({ updateBy: _by, updateTime: _time, ...row }): TenantAdminRow => ({
        ...row,
        status_dictText: labels('tenant_status', row.status),
        beginDate: toDateTimeText(row.beginDate),
        endDate: toDateTimeText(row.endDate),
        createTime: toDateTimeText(row.createTime),
      }),
    )
    return toPage(records, total, request)
  }

  /** Rows with these numbers that the user's data rules show, locked. @throws AppError row.not_found */
  async function lock(trx: Tx, user: SessionUser, ids: readonly number[]): Promise<StoredTenant[]> {
    const everything = parseListRequest({ pageNo: 1, pageSize: 1 }, TENANT_FIELDS, LIST)
    // Over the transaction's own connection: writers waiting for a second one could deadlock on the pool.
    const { conditions } = await withDataRules(trx, user, PAGE, everything)
    const rows = await lockTenants(trx, ids, conditions)
    if (rows.length !== new Set(ids).size) throw new AppError('row.not_found')
    return rows
  }

  return {
    page,

    async get(user: SessionUser, id: number): Promise<TenantAdminRow> {
      const { records } = await page(user, { pageNo: 1, pageSize: 1, id: String(id) })
      if (records[0] === undefined) throw new AppError('row.not_found')
      return records[0]
    },

    options: async (ids: readonly number[]) =>
      (await findTenantsInForce(db, ids)).map(({ id, name, status, beginDate, endDate }) => ({
        id,
        name,
        status,
        beginDate: toDateTimeText(beginDate),
        endDate: toDateTimeText(endDate),
      })),

    create: ({ id, ...form }: TenantForm, actor: Actor): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const columns = { beginDate: null, endDate: null, ...toColumns(form), name: form.name, status: form.status }
        assertOrder(columns)
        const after = await insertTenant(trx, { ...columns, id, createBy: actor.user.username })
        if (after === undefined) throw new AppError('tenant.id_in_use')
        await note(trx, actor, undefined, after)
      }),

    update: (id: number, patch: Patch, actor: Actor): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const [before] = await lock(trx, actor.user, [id])
        const columns = toColumns(patch)
        if (before) assertOrder({ ...before, ...columns })
        const after = await updateTenant(trx, id, { ...columns, updateBy: actor.user.username })
        await note(trx, actor, before, after)
      }),

    /** Deletes the tenants without users. @returns how many stayed @throws AppError tenant.in_use when all did */
    remove: (ids: readonly number[], actor: Actor): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const rows = await lock(trx, actor.user, ids)
        const used = await findUsedTenants(trx, ids)
        const free = rows.filter(({ id }) => !used.has(id))
        if (free.length === 0) throw new AppError('tenant.in_use')
        await deleteTenants(
          trx,
          free.map(({ id }) => id),
        )
        for (const row of free) await note(trx, actor, row, undefined)
        return rows.length - free.length
      }),
  }
}

const moment = (text: string) => (text === '' ? null : new Date(parseGmt8(text) ?? Number.NaN))

/** Columns of the given properties. */
function toColumns({
  beginDate,
  endDate,
  ...rest
}: Patch): Partial<Pick<StoredTenant, 'name' | 'status' | 'beginDate' | 'endDate'>> {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(typeof beginDate === 'string' && { beginDate: moment(beginDate) }),
    ...(typeof endDate === 'string' && { endDate: moment(endDate) }),
  }
}

function assertOrder({ beginDate, endDate }: Pick<StoredTenant, 'beginDate' | 'endDate'>): void {
  if (beginDate && endDate && endDate <= beginDate) throw new AppError('tenant.time_inverted')
}

const note = (trx: Tx, actor: Actor, before: StoredTenant | undefined, after: StoredTenant | undefined) => {
  const { id, name } = after ?? before ?? { id: 0, name: '' }
  return writeChange(trx, actor, {
    table: 'sys_tenant',
    id: String(id),
    entityLabel: '租户',
    name: `${name}（${id}）`,
    before,
    after,
  })
}
