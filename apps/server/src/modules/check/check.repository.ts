import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import type { UniqueField } from './unique-fields.ts'

export const CHECK_RULE_FIELDS: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  ruleName: { expression: sql.ref('record.ruleName'), type: 'text' },
  ruleCode: { expression: sql.ref('record.ruleCode'), type: 'text' },
  ruleDescription: { expression: sql.ref('record.ruleDescription'), type: 'text' },
  createBy: { expression: sql.ref('record.createBy'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('record.updateTime'), type: 'time' },
}

/** Whether a row other than `exceptId` holds the value. Names come from the register only. */
export async function isTaken(db: Db, field: UniqueField, value: string, exceptId: string | undefined) {
  const column = sql.ref(`taken.${field.column}`)
  const same = field.isCaseless ? sql`lower(${column}) = lower(${value})` : sql`${column} = ${value}`
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from ${sql.table(field.table)} as taken
    where ${same} and taken.id is distinct from ${exceptId ?? null}) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** The steps of a rule as stored. */
export async function findCheckRule(db: Db, ruleCode: string): Promise<unknown> {
  const row = await db.selectFrom('sysCheckRule').select('ruleJson').where('ruleCode', '=', ruleCode).executeTakeFirst()
  return row?.ruleJson
}
