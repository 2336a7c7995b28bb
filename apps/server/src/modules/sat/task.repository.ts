import type { SatTab, SatTask, SatTaskForm } from '@natim/contract/mon/sat'
import type { SatArea } from '@natim/domain/sat-area'
import type { SatAction, SatState } from '@natim/domain/sat-task'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { moveRow, type RowMove } from '../../platform/db/move-row.repository.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const TABS: Readonly<Record<SatTab, readonly SatState[] | undefined>> = {
  open: ['draft', 'submitted', 'approved', 'planned', 'acquiring', 'downlinked', 'processing', 'failed', 'replanned'],
  submitted: ['submitted'],
  running: ['approved', 'planned', 'acquiring', 'downlinked', 'processing', 'failed', 'replanned'],
  delivered: ['delivered', 'closed'],
  over: ['rejected', 'cancelled', 'expired'],
  all: undefined,
}

const tasks = (db: Db) =>
  db
    .selectFrom('monSatTask as task')
    .selectAll('task')
    .select(
      sql<Date | null>`(select min(pass.start_at) from mon_sat_pass as pass
        where pass.task_id = task.id and pass.rank >= greatest(task.choice_rank, 1)
          and (task.choice_rank = 0 or pass.rank = task.choice_rank))`.as('nextPassAt'),
    )

export type StoredTask = Awaited<ReturnType<ReturnType<typeof tasks>['execute']>>[number]

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** One page of a tab, most urgent and newest first, and the number of tasks per tab. */
export async function findTaskPage(
  db: Db,
  scope: DataScope,
  { tab, text, pageNo, pageSize }: { tab: SatTab; text: string; pageNo: number; pageSize: number },
) {
  const states = TABS[tab]
  const meets: Expression<SqlBool>[] = [scopeFilter(scope, 'task')]
  if (states) meets.push(sql<SqlBool>`task.state = any(${[...states]}::text[])`)
  if (text !== '') meets.push(sql<SqlBool>`(task.title ilike ${like(text)} or task.no ilike ${like(text)})`)
  const records = await tasks(db)
    .where((eb) => eb.and(meets))
    .orderBy('task.createTime', 'desc')
    .orderBy('task.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('monSatTask as task')
    .select(sql<number>`count(*)::int`.as('total'))
    .where((eb) => eb.and(meets))
    .executeTakeFirstOrThrow()
  return { records, total, counts: await countTabs(db, scope) }
}

async function countTabs(db: Db, scope: DataScope): Promise<Record<SatTab, number>> {
  const rows = await db
    .selectFrom('monSatTask as task')
    .select(['task.state', sql<number>`count(*)::int`.as('n')])
    .where(scopeFilter(scope, 'task'))
    .groupBy('task.state')
    .execute()
  const of = (states: readonly SatState[] | undefined) =>
    rows.reduce((sum, { state, n }) => sum + (states === undefined || states.includes(state) ? n : 0), 0)
  return {
    open: of(TABS.open),
    submitted: of(TABS.submitted),
    running: of(TABS.running),
    delivered: of(TABS.delivered),
    over: of(TABS.over),
    all: of(undefined),
  }
}

export const findTask = (db: Db, scope: DataScope, id: string): Promise<StoredTask | undefined> =>
  tasks(db).where('task.id', '=', id).where(scopeFilter(scope, 'task')).executeTakeFirst()

/** Tasks whose window overlaps (from, to], by beginning. */
export const findTasksWithin = (db: Db, scope: DataScope, from: Date, to: Date, limit: number): Promise<StoredTask[]> =>
  tasks(db)
    .where(scopeFilter(scope, 'task'))
    .where('task.windowTo', '>', from)
    .where('task.windowFrom', '<=', to)
    .orderBy('task.windowFrom')
    .orderBy('task.id')
    .limit(limit)
    .execute()

export const findChildren = (db: Db, parentId: string) =>
  db
    .selectFrom('monSatTask')
    .select(['id', 'no', 'state', 'windowFrom', 'windowTo'])
    .where('parentId', '=', parentId)
    .orderBy('no')
    .execute()

export const lockTask = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monSatTask as task')
    .selectAll('task')
    .where('task.id', '=', id)
    .where(scopeFilter(scope, 'task'))
    .forUpdate()
    .executeTakeFirst()

/** Columns set by the form. */
export interface TaskColumns {
  readonly title: string
  readonly purpose: SatTask['purpose']
  readonly priority: number
  readonly incident: string
  readonly area: SatArea
  readonly vertices: number
  readonly areaKm2: number
  readonly regionCode: string
  readonly sensorType: SatTask['sensorType']
  readonly satelliteIds: readonly string[]
  readonly resMaxM: number | null
  readonly cloudPctMax: number | null
  readonly offNadirMax: number
  readonly windowFrom: Date
  readonly windowTo: Date
  readonly revisitMode: SatTaskForm['revisit']['mode']
  readonly revisitN: number
  readonly revisitCount: number
  readonly remark: string
}

const written = ({ area, satelliteIds, ...columns }: TaskColumns) => ({
  ...columns,
  area: JSON.stringify(area),
  satelliteIds: [...satelliteIds],
})

/** The next number of a day, unique for concurrent calls. */
export async function takeNumber(trx: Tx, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into mon_sat_number as number (day, n) values (${day}::date, 1)
    on conflict (day) do update set n = number.n + 1 returning n`.execute(trx)
  return rows[0]?.n ?? 1
}

export interface NewTask extends TaskColumns {
  readonly id: string
  readonly no: string
  readonly sysOrgCode: string
  readonly createBy: string
  readonly createTime: Date
  readonly parentId?: string
}

export async function insertTask(trx: Tx, { id, no, sysOrgCode, createBy, createTime, parentId, ...columns }: NewTask) {
  const values = { id, no, sysOrgCode, createBy, createTime, parentId: parentId ?? null, ...written(columns) }
  await trx.insertInto('monSatTask').values(values).execute()
}

export async function updateDraft(trx: Tx, id: string, columns: TaskColumns, by: string, at: Date): Promise<void> {
  await trx
    .updateTable('monSatTask')
    .set({ ...written(columns), version: sql<number>`version + 1`, updateBy: by, updateTime: at })
    .where('id', '=', id)
    .execute()
}

/** Columns that change together with a state. */
export interface StateColumns {
  readonly choiceRank?: number
  readonly providerRef?: string | null
  readonly costEst?: number | null
  readonly reason?: string | null
  readonly requestedBy?: string
  readonly requestedName?: string
  readonly requestedAt?: Date
  readonly approvedBy?: string | null
  readonly approvedName?: string | null
  readonly approvedAt?: Date | null
  readonly lookAt?: Date | null
  readonly trouble?: string | null
}

export interface Move extends RowMove<SatState> {
  readonly action: SatAction
  readonly who: string
  readonly note?: string
  readonly columns?: StateColumns
}

/** Moves a task to its next state and logs it; false when another request was faster. */
export async function moveTask(trx: Tx, { action, who, note = '', columns = {}, ...move }: Move): Promise<boolean> {
  if (!(await moveRow(trx, 'monSatTask', move, columns))) return false
  const { id, at, from, to } = move
  const line = { taskId: id, at, action, fromState: from, toState: to, who, note: note.slice(0, 300) }
  await trx.insertInto('monSatLog').values(line).execute()
  return true
}

export async function insertFirstLine(trx: Tx, taskId: string, at: Date, who: string): Promise<void> {
  const line = { taskId, at, action: 'add', fromState: null, toState: 'draft' as const, who, note: '' }
  await trx.insertInto('monSatLog').values(line).execute()
}

export const findLog = (db: Db, taskId: string) =>
  db.selectFrom('monSatLog').selectAll().where('taskId', '=', taskId).orderBy('id').limit(500).execute()

/** Region of the station nearest to a place; undefined without stations. */
export async function findRegionOf(db: Db, { lng, lat }: { lng: number; lat: number }): Promise<string | undefined> {
  const { rows } = await sql<{ regionCode: string }>`
    select region_code from mon_station where del_flag = 0
    order by power((lng - ${lng}) * cos(radians(${lat})), 2) + power(lat - ${lat}, 2) limit 1`.execute(db)
  return rows[0]?.regionCode
}
