import type { RuleBody } from '@natim/domain/alarm/rule'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db, Tx } from '../../platform/db/db.ts'
import type { RowSource } from '../resource/index.ts'

const from = (db: Db) => db.selectFrom('monAlarmRule as rule')

/** Alarms of a rule that are not closed. */
const openAlarms = (eb: ExpressionBuilder<Database & { rule: Database['monAlarmRule'] }, 'rule'>) =>
  eb
    .selectFrom('monAlarm as alarm')
    .select((count) => count.fn.countAll<number>().as('n'))
    .whereRef('alarm.ruleId', '=', 'rule.id')
    .where('alarm.closedTs', 'is', null)

const withCounts = (db: Db) =>
  from(db)
    .selectAll('rule')
    .select((eb) => eb.fn.coalesce(openAlarms(eb), sql<number>`0`).as('openCount'))

export type ShownRule = Awaited<ReturnType<ReturnType<typeof withCounts>['execute']>>[number]

export const RULE_SOURCE: RowSource<'monAlarmRule', ShownRule> = {
  table: 'monAlarmRule',
  alias: 'rule',
  rows: from,
  details: withCounts,
}

/** A rule in force. */
export interface RuleInForce {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly version: number
  readonly body: RuleBody
  readonly guide: string | null
  readonly checklist: readonly string[]
}

/** The deciding columns as a body. */
export const bodyOf = (row: RuleBody): RuleBody => ({
  place: row.place,
  scope: row.scope,
  branches: row.branches,
  corroborate: row.corroborate,
  autoClear: row.autoClear,
  latch: row.latch,
  escalate: row.escalate,
})

/** Rules that are enabled and not deleted, by code. */
export async function findRulesInForce(db: Db): Promise<RuleInForce[]> {
  const rows = await from(db).selectAll().where('enabled', '=', true).where('delFlag', '=', 0).orderBy('code').execute()
  return rows.map(({ id, code, name, version, guide, checklist, ...row }) => ({
    id,
    code,
    name,
    version,
    body: bodyOf(row),
    guide,
    checklist,
  }))
}

export interface RuleVersion {
  readonly ruleId: string
  readonly version: number
  readonly name: string
  readonly body: RuleBody
  readonly createBy: string | null
}

export async function insertVersion(trx: Tx, { body, ...version }: RuleVersion): Promise<void> {
  await trx
    .insertInto('monAlarmRuleVersion')
    .values({ ...version, body: JSON.stringify(body) })
    .execute()
}

/** Ids of the rules that meet the conditions. */
export async function findIds(db: Db, conditions: readonly Expression<SqlBool>[]): Promise<string[]> {
  const rows = await from(db)
    .select('rule.id')
    .where((eb) => eb.and([...conditions]))
    .execute()
  return rows.map(({ id }) => id)
}

export interface Switched {
  readonly id: string
  readonly code: string
  readonly name: string
}

/** Enables or disables rules not yet in that state; with concurrent calls each rule is switched by one of them. */
export async function updateEnabled(
  trx: Tx,
  ids: readonly string[],
  { enabled, by }: { readonly enabled: boolean; readonly by: string },
): Promise<Switched[]> {
  return trx
    .updateTable('monAlarmRule')
    .set({ enabled, updateBy: by, updateTime: new Date() })
    .where('id', 'in', [...ids])
    .where('enabled', '<>', enabled)
    .where('delFlag', '=', 0)
    .returning(['id', 'code', 'name'])
    .execute()
}

/** Rules by code that are not deleted, locked in a fixed order. */
export const lockByCodes = (trx: Tx, codes: readonly string[]) =>
  trx
    .selectFrom('monAlarmRule')
    .selectAll()
    .where('code', '=', sql<string>`any(${[...codes]}::text[])`)
    .where('delFlag', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Number of open alarms of these rules. */
export async function countOpenAlarms(db: Db, ruleIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('monAlarm')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('ruleId', 'in', [...ruleIds])
    .where('closedTs', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Number of active alarms of a metric, by rule. */
export async function countActiveOf(db: Db, metricCode: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('monAlarm')
    .select((eb) => ['ruleId', eb.fn.countAll<number>().as('n')])
    .where('metricCode', '=', metricCode)
    .where('active', '=', true)
    .where('historic', '=', false)
    .where('drill', '=', false)
    .groupBy('ruleId')
    .execute()
  return new Map(rows.map(({ ruleId, n }) => [ruleId, n]))
}

/** The current body of a rule, also of a disabled one; undefined when it does not exist. */
export async function findRuleBody(db: Db, id: string): Promise<RuleBody | undefined> {
  const row = await from(db).selectAll().where('id', '=', id).where('delFlag', '=', 0).executeTakeFirst()
  return row && bodyOf(row)
}
