import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

export const POSITION_FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  code: { expression: sql.ref('record.code'), type: 'text' },
  name: { expression: sql.ref('record.name'), type: 'text' },
  postRank: { expression: sql.ref('record.postRank'), type: 'text' },
  companyId: { expression: sql.ref('record.companyId'), type: 'text' },
  sysOrgCode: { expression: sql.ref('record.sysOrgCode'), type: 'text' },
  createBy: { expression: sql.ref('record.createBy'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('record.updateTime'), type: 'time' },
}

/** Accounts that hold any of the positions, those in the recycle bin included: they can come back. */
export async function countHolders(db: Db, codes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_user where string_to_array(post, ',') && ${[...codes]}::text[]`.execute(db)
  return rows[0]?.n ?? 0
}
