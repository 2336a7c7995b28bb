import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { UniqueField } from './unique-fields.ts'

/** Whether a row other than `exceptId` holds the value. Table and column names come only from the register. */
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
