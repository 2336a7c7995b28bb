import type { ALARM_VIEWS } from '@natim/contract/mon/alarm'
import { type Concern, metricCodesOf } from '@natim/domain/alarm/concern'
import type { Severity } from '@natim/domain/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { findPage, type Page } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export type AlarmView = (typeof ALARM_VIEWS)[number]

const joined = (db: Db) =>
  db
    .selectFrom('monAlarm as alarm')
    .leftJoin('monAlarmRule as rule', 'rule.id', 'alarm.ruleId')
    .leftJoin('monDevice as device', 'device.id', 'alarm.deviceId')
    .leftJoin('monStation as station', 'station.id', 'alarm.stationId')
    .leftJoin('monMetric as metric', 'metric.code', 'alarm.metricCode')
    .leftJoin('monChannel as channel', 'channel.channelNo', 'alarm.channelNo')

/**
 * Whether `alarm` is folded into its `parent`: no graver than the parent, which is open, and active if the alarm is.
 */
export const IS_FOLDED = sql<SqlBool>`(parent.closed_ts is null and alarm.severity >= parent.severity and (parent.active or not alarm.active))`

/** Joins the parent only if the reader may see it. */
const withNames = (db: Db, scope: DataScope) =>
  joined(db)
    .leftJoin('monAlarm as parent', (join) =>
      join.onRef('parent.id', '=', 'alarm.parentId').on(scopeFilter(scope, 'parent')),
    )
    .leftJoin('monIncident as incident', 'incident.id', 'alarm.incidentId')
    .selectAll('alarm')
    .select([
      // A reader of the alarm may also see the incident it was linked to.
      'incident.no as incidentNo',
      'parent.no as parentNo',
      'parent.regionCode as parentRegionCode',
      'parent.sysOrgCode as parentSysOrgCode',
      sql<boolean>`coalesce(${IS_FOLDED}, false)`.as('isFolded'),
      sql<number>`(select count(*)::int from mon_alarm as child where child.parent_id = alarm.id)`.as('childCount'),
    ])
    .select([
      'rule.name as ruleName',
      'device.name as deviceName',
      'device.clientId',
      'station.name as stationName',
      'metric.nameCn as metricName',
      sql<number>`coalesce(channel.precision, metric.precision, 2)`.as('precision'),
    ])

export type ShownAlarm = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

export const IS_SHELVED = sql<SqlBool>`coalesce(alarm.shelved_until > now(), false)`
export const IS_OPEN = sql<SqlBool>`alarm.closed_ts is null`
/** Drills appear in lists and are never counted. */
export const IS_REAL = sql<SqlBool>`not alarm.drill`

/** Excludes alarms folded into a parent the reader sees, which are shown with it. */
const standsForItself = (scope: DataScope) => sql<SqlBool>`not exists (
  select from mon_alarm as parent where parent.id = alarm.parent_id and ${IS_FOLDED} and ${scopeFilter(scope, 'parent')})`

/** Condition of each view; `counts` uses the same conditions. */
export function viewCondition(view: AlarmView, username: string, scope: DataScope): Expression<SqlBool> {
  const isOpen = sql<SqlBool>`${IS_OPEN} and ${standsForItself(scope)}`
  switch (view) {
    case 'open':
      return isOpen
    case 'unacked':
      return sql<SqlBool>`${isOpen} and not alarm.acked and not ${IS_SHELVED}`
    case 'shelved':
      return sql<SqlBool>`${isOpen} and ${IS_SHELVED}`
    case 'mine':
      return sql<SqlBool>`${IS_OPEN} and alarm.assignee = ${username}`
    case 'history':
      return sql<SqlBool>`alarm.closed_ts is not null`
    default:
      return sql<SqlBool>`true`
  }
}

/** Fields by which lists are filtered and sorted. */
export const ALARM_FIELDS: ListFields = {
  no: { expression: sql.ref('alarm.no'), type: 'text' },
  title: { expression: sql.ref('alarm.title'), type: 'text' },
  severity: { expression: sql.ref('alarm.severity'), type: 'number' },
  deviceName: { expression: sql.ref('device.name'), type: 'text' },
  stationName: { expression: sql.ref('station.name'), type: 'text' },
  value: { expression: sql.ref('alarm.value'), type: 'number' },
  peakValue: { expression: sql.ref('alarm.peak_value'), type: 'number' },
  triggerMs: { expression: sql.ref('alarm.trigger_ts'), type: 'time' },
  lastMs: { expression: sql.ref('alarm.last_ts'), type: 'time' },
  ackMs: { expression: sql.ref('alarm.ack_ts'), type: 'time' },
  clearedMs: { expression: sql.ref('alarm.cleared_ts'), type: 'time' },
  closedMs: { expression: sql.ref('alarm.closed_ts'), type: 'time' },
  escalateLevel: { expression: sql.ref('alarm.escalate_level'), type: 'number' },
  assigneeName: { expression: sql.ref('alarm.assignee_name'), type: 'text' },
}
export const ALARM_LIST = {
  defaultSort: { field: 'triggerMs', order: 'desc' },
  tieBreaker: sql.ref('alarm.id'),
} as const

/** For open alarms: unacknowledged first, of these the gravest first, then the newest. */
export const BY_URGENCY = [
  sql`(alarm.acked or ${IS_SHELVED})`,
  sql`(not alarm.active)`,
  sql`alarm.severity`,
  sql`alarm.trigger_ts desc`,
  sql`alarm.id`,
]

/** Restricts to the metrics of a concern. */
export const ofConcern = (concern: Concern) =>
  sql<SqlBool>`coalesce(alarm.metric_code = any(${metricCodesOf(concern)}::text[]), false)`

export interface AlarmFilter {
  readonly severity?: number | undefined
  readonly keyword?: string | undefined
  readonly region?: string | undefined
  readonly metricCode?: string | undefined
  readonly concern?: Concern | undefined
  readonly deviceId?: string | undefined
  readonly stationId?: string | undefined
  readonly ruleId?: string | undefined
  readonly parentId?: string | undefined
  readonly incidentId?: string | undefined
  readonly digestId?: string | undefined
  readonly closeCode?: string | undefined
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  readonly clearedFromMs?: number | undefined
  readonly clearedToMs?: number | undefined
  readonly lastedMin?: number | undefined
  readonly lastedMax?: number | undefined
  readonly ids?: readonly string[] | undefined
}

/** List conditions beyond the generic filters; values are bound. */
export function alarmConditions(query: AlarmFilter): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (query.ids) conditions.push(sql<SqlBool>`alarm.id = any(${[...query.ids]}::text[])`)
  const equals = (column: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') conditions.push(sql<SqlBool>`${sql.ref(`alarm.${column}`)} = ${value}`)
  }
  equals('severity', query.severity)
  equals('metric_code', query.metricCode)
  if (query.concern) conditions.push(ofConcern(query.concern))
  equals('device_id', query.deviceId)
  equals('station_id', query.stationId)
  equals('rule_id', query.ruleId)
  equals('parent_id', query.parentId)
  equals('incident_id', query.incidentId)
  equals('digest_id', query.digestId)
  equals('close_code', query.closeCode)
  if (query.region) conditions.push(sql<SqlBool>`starts_with(alarm.region_code, ${query.region})`)
  if (query.fromMs !== undefined) conditions.push(sql<SqlBool>`alarm.trigger_ts > ${new Date(query.fromMs)}`)
  if (query.toMs !== undefined) conditions.push(sql<SqlBool>`alarm.trigger_ts <= ${new Date(query.toMs)}`)
  if (query.clearedFromMs !== undefined)
    conditions.push(sql<SqlBool>`alarm.cleared_ts > ${new Date(query.clearedFromMs)}`)
  if (query.clearedToMs !== undefined) conditions.push(sql<SqlBool>`alarm.cleared_ts <= ${new Date(query.clearedToMs)}`)
  const lasted = sql`coalesce(case when not alarm.active then alarm.cleared_ts end, now()) - alarm.trigger_ts`
  if (query.lastedMin !== undefined)
    conditions.push(sql<SqlBool>`${lasted} >= make_interval(mins => ${query.lastedMin}::int)`)
  if (query.lastedMax !== undefined)
    conditions.push(sql<SqlBool>`${lasted} < make_interval(mins => ${query.lastedMax}::int)`)
  if (query.keyword) {
    const words = query.keyword
    conditions.push(
      sql<SqlBool>`position(lower(${words}) in lower(concat_ws(' ', alarm.no, alarm.title, device.name, device.client_id, station.name))) > 0`,
    )
  }
  return conditions
}

export function findAlarms(
  db: Db,
  scope: DataScope,
  conditions: readonly Expression<SqlBool>[],
  request: ListRequest,
): Promise<Page<ShownAlarm>> {
  const where = allOf([scopeFilter(scope, 'alarm'), ...conditions, ...request.conditions])
  return findPage(joined(db).where(where), withNames(db, scope).where(where), request)
}

/** Alarms by id that are in the scope, unordered. */
export function findAlarmsById(db: Db, scope: DataScope, ids: readonly string[]): Promise<ShownAlarm[]> {
  return withNames(db, scope)
    .where('alarm.id', 'in', [...ids])
    .where(scopeFilter(scope, 'alarm'))
    .execute()
}

const stored = (db: Db) => db.selectFrom('monAlarm as alarm').selectAll('alarm')
export type StoredAlarm = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

/** Locks rows in id order, so that two officers cannot deadlock. */
export function lockAlarms(trx: Tx, scope: DataScope, ids: readonly string[]): Promise<StoredAlarm[]> {
  return stored(trx)
    .where('alarm.id', 'in', [...ids])
    .where(scopeFilter(scope, 'alarm'))
    .orderBy('alarm.id')
    .forUpdate()
    .execute()
}

/** The newest live alarm of each key, locked. */
export async function lockNewest(trx: Tx, dedupeKeys: readonly string[]): Promise<Map<string, StoredAlarm>> {
  if (dedupeKeys.length === 0) return new Map()
  const ids = await trx
    .selectFrom('monAlarm')
    .distinctOn('dedupeKey')
    .select('id')
    .where('dedupeKey', 'in', [...dedupeKeys])
    .where('historic', '=', false)
    .orderBy('dedupeKey')
    .orderBy('triggerTs', 'desc')
    .execute()
  if (ids.length === 0) return new Map()
  const rows = await stored(trx)
    .where(
      'alarm.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('alarm.id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.dedupeKey, row]))
}

/** Parents of those alarms that are currently folded into another one. */
export async function findFoldParents(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('monAlarm as alarm')
    .innerJoin('monAlarm as parent', 'parent.id', 'alarm.parentId')
    .select(['alarm.id as childId', 'parent.acked', 'parent.regionCode'])
    .where('alarm.id', 'in', [...ids])
    .where(IS_FOLDED)
    .execute()
  return new Map(rows.map((row) => [row.childId, row]))
}

/** Ids of alarms in the scope that are currently folded into these. */
export async function findFolded(db: Db, scope: DataScope, parentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('monAlarm as alarm')
    .innerJoin('monAlarm as parent', 'parent.id', 'alarm.parentId')
    .select('alarm.id')
    .where('parent.id', 'in', [...parentIds])
    .where('alarm.closedTs', 'is', null)
    .where(IS_FOLDED)
    .where(scopeFilter(scope, 'alarm'))
    .execute()
  return rows.map(({ id }) => id)
}

/** Active alarms of a rule except clusters, locked. */
export function lockActiveOf(trx: Tx, ruleId: string): Promise<StoredAlarm[]> {
  return stored(trx)
    .where('alarm.ruleId', '=', ruleId)
    .where('alarm.active', '=', true)
    .where('alarm.isCluster', '=', false)
    .where('alarm.historic', '=', false)
    .orderBy('alarm.id')
    .forUpdate()
    .execute()
}

export interface ActiveAlarm {
  readonly dedupeKey: string
  readonly severity: Severity
  readonly branch: number
  readonly ruleId: string
  readonly ruleVersion: number
  readonly deviceNo: number | null
  readonly channelNo: number | null
  readonly corroboration: string
  readonly judgedTs: Date
  readonly silent: boolean
}

/** All active alarms, for the engine. */
export function findActive(db: Db): Promise<ActiveAlarm[]> {
  return db
    .selectFrom('monAlarm')
    .select([
      'dedupeKey',
      'severity',
      'branch',
      'ruleId',
      'ruleVersion',
      'deviceNo',
      'channelNo',
      'corroboration',
      'judgedTs',
      'silent',
    ])
    .where('active', '=', true)
    .where('historic', '=', false)
    .where('drill', '=', false)
    .execute()
}

/** Whether any of these alarms has a log entry with this order id. */
export async function isOrderDone(trx: Tx, alarmIds: readonly string[], orderId: string): Promise<boolean> {
  const done = await trx
    .selectFrom('monAlarmLog')
    .select('seq')
    .where('alarmId', 'in', [...alarmIds])
    .where(sql<SqlBool>`data ->> 'orderId' = ${orderId}`)
    .limit(1)
    .executeTakeFirst()
  return done !== undefined
}

export function findLog(db: Db, alarmId: string) {
  return db.selectFrom('monAlarmLog').selectAll().where('alarmId', '=', alarmId).orderBy('seq').execute()
}

/** Events after `eid` within the last five minutes; oldest first. */
export function findEventsAfter(db: Db, eid: number) {
  return db
    .selectFrom('monAlarmLog')
    .select(['eid', 'alarmId', 'action'])
    .where('eid', '>', eid)
    .where('ts', '>', sql<Date>`now() - interval '5 minutes'`)
    .orderBy('eid')
    .limit(2_000)
    .execute()
}

export function findTimers(db: Db, alarmId: string) {
  return db
    .selectFrom('monAlarmTimer as timer')
    .leftJoin('sysRole as role', 'role.roleCode', 'timer.toRole')
    .select(['timer.step', 'timer.dueAt', 'timer.toRole', 'role.roleName'])
    .where('timer.alarmId', '=', alarmId)
    .where('timer.kind', '=', 'escalate')
    .orderBy('timer.dueAt')
    .execute()
}

/** Alarms of the same metric at the same station within 90 days, newest first. */
export function findSimilar(db: Db, scope: DataScope, alarm: ShownAlarm) {
  return db
    .selectFrom('monAlarm as alarm')
    .selectAll('alarm')
    .where('alarm.id', '!=', alarm.id)
    .where('alarm.triggerTs', '>', sql<Date>`now() - interval '90 days'`)
    .where((eb) =>
      alarm.stationId === null
        ? eb('alarm.deviceId', '=', alarm.deviceId)
        : eb('alarm.stationId', '=', alarm.stationId),
    )
    .$if(alarm.metricCode !== null, (query) => query.where('alarm.metricCode', '=', alarm.metricCode))
    .$if(alarm.metricCode === null, (query) => query.where('alarm.ruleId', '=', alarm.ruleId))
    .where('alarm.drill', '=', false)
    .where(scopeFilter(scope, 'alarm'))
    .orderBy('alarm.triggerTs', 'desc')
    .limit(20)
    .execute()
}

/** A user who may handle alarms; undefined when the name is unknown. */
export const findAssignee = (db: Db, username: string) =>
  db
    .selectFrom('sysUser')
    .select(['username', 'realname'])
    .where('username', '=', username)
    .where('delFlag', '=', 0)
    .where('status', '=', 1)
    .executeTakeFirst()
