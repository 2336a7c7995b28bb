import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { MAX_LISTED_RUNS } from '@natim/contract/mon/mon-report'
import type { ReportKind } from '@natim/contract/mon/mon-report.resource'
import type { Period } from '@natim/domain/report-period'
import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { claimJob, type HeldJob, releaseJob, touchJob, UNDER_WAY } from '../../platform/job-rows.repository.ts'
import { type DataScope, scopeWithinFilter } from '../../platform/scope.ts'

const TABLE = 'mon_report_run'

/** Parameters of a report. */
export interface ReportParams extends Period {
  readonly kind: ReportKind
  readonly place: 'city' | 'station'
  readonly region: string
  readonly stationId: string | null
  readonly scope: DataScope
}

export interface NewRun extends ReportParams {
  readonly id: string
  readonly defId: string
  readonly name: string
  readonly cause: 'manual' | 'schedule' | 'revise'
  readonly requestedBy: string | null
}

/** Runs with the same key and period are revisions of each other. */
const scopeKeyOf = ({ scope, place, region, stationId }: Omit<ReportParams, 'kind' | 'fromMs' | 'toMs'>) =>
  [scope.orgCode, scope.regionPrefixes.toSorted().join(','), place, region, stationId ?? ''].join('|')

const sameAs = (run: Pick<NewRun, 'defId' | 'fromMs' | 'toMs'> & { readonly scopeKey: string }) =>
  sql<SqlBool>`def_id = ${run.defId} and period_from = ${new Date(run.fromMs)} and period_to = ${new Date(run.toMs)}
    and scope_key = ${run.scopeKey}`

/** Adds the next revision; undefined while another one of the same period and scope is in progress. */
export async function insertRun(db: Db, run: NewRun): Promise<string | undefined> {
  const scopeKey = scopeKeyOf(run)
  const { rows } = await sql<{ id: string }>`
    insert into mon_report_run (id, def_id, kind, name, period_from, period_to, place, region, station_id, sys_org_code,
      scope_prefixes, scope_key, revision, cause, requested_by)
    select ${run.id}, ${run.defId}, ${run.kind}, ${run.name}, ${new Date(run.fromMs)}, ${new Date(run.toMs)}, ${run.place},
      ${run.region}, ${run.stationId}, ${run.scope.orgCode}, ${[...run.scope.regionPrefixes]}::text[], ${scopeKey},
      coalesce((select max(revision) from mon_report_run where ${sameAs({ ...run, scopeKey })}), 0) + 1, ${run.cause},
      ${run.requestedBy}
    on conflict do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

export async function findUnderWay(db: Db, run: NewRun): Promise<string | undefined> {
  const row = await db
    .selectFrom('monReportRun')
    .select('id')
    .where(sameAs({ ...run, scopeKey: scopeKeyOf(run) }))
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()
  return row?.id
}

const SHOWN = [
  'run.id',
  'run.defId',
  'run.name',
  'run.kind',
  'run.periodFrom',
  'run.periodTo',
  'run.place',
  'run.region',
  'run.stationId',
  'run.sysOrgCode',
  'run.scopePrefixes',
  'run.scopeKey',
  'run.revision',
  'run.state',
  'run.progress',
  'run.cause',
  'run.requestedBy',
  'run.createTime',
  'run.doneAt',
  'run.rows',
  'run.ms',
  'run.error',
  'run.staleAt',
  'run.staleText',
] as const

const shown = (db: Db) =>
  db
    .selectFrom('monReportRun as run')
    .select(SHOWN)
    .select(
      sql<boolean>`exists (select from mon_report_run as newer where newer.def_id = run.def_id
        and newer.period_from = run.period_from and newer.period_to = run.period_to and newer.scope_key = run.scope_key
        and newer.revision > run.revision and newer.state = 'done')`.as('isSuperseded'),
    )

export type ShownRun = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

/** Runs of a definition for which the caller may see all data. */
export const findRuns = (db: Db, scope: DataScope, defId: string): Promise<ShownRun[]> =>
  shown(db)
    .where('run.defId', '=', defId)
    .where(scopeWithinFilter(scope, 'run'))
    .orderBy('run.periodTo', 'desc')
    .orderBy('run.scopeKey')
    .orderBy('run.revision', 'desc')
    .limit(MAX_LISTED_RUNS)
    .execute()

export const findRun = (db: Db, scope: DataScope, id: string): Promise<ShownRun | undefined> =>
  shown(db).where('run.id', '=', id).where(scopeWithinFilter(scope, 'run')).executeTakeFirst()

/** Only for completed runs. */
export async function findDocument(db: Db, id: string): Promise<ReportDocument | undefined> {
  const row = await db.selectFrom('monReportRun').select('document').where('id', '=', id).executeTakeFirst()
  return row?.document ?? undefined
}

export interface RunTask extends HeldJob, ReportParams {
  readonly defId: string
  readonly name: string
  readonly revision: number
  readonly cause: string
}

const taskColumns = (db: Db) =>
  db
    .selectFrom('monReportRun')
    .select([
      'id',
      'defId',
      'name',
      'kind',
      'periodFrom',
      'periodTo',
      'place',
      'region',
      'stationId',
      'sysOrgCode',
      'scopePrefixes',
      'revision',
      'cause',
    ])

type TaskRow = Awaited<ReturnType<ReturnType<typeof taskColumns>['execute']>>[number]

export const paramsOf = (
  row: Pick<
    TaskRow,
    'kind' | 'periodFrom' | 'periodTo' | 'place' | 'region' | 'stationId' | 'sysOrgCode' | 'scopePrefixes'
  >,
): ReportParams => ({
  kind: row.kind,
  fromMs: row.periodFrom.getTime(),
  toMs: row.periodTo.getTime(),
  place: row.place,
  region: row.region,
  stationId: row.stationId,
  scope: { orgCode: row.sysOrgCode, regionPrefixes: row.scopePrefixes },
})

/** Claims the longest-waiting run for this process. */
export async function claimRun(db: Db): Promise<RunTask | undefined> {
  const held = await claimJob(db, TABLE)
  if (held === undefined) return undefined
  const row = await taskColumns(db).where('id', '=', held.id).executeTakeFirstOrThrow()
  const { defId, name, revision, cause } = row
  return { ...held, ...paramsOf(row), defId, name, revision, cause }
}

export const touchRun = (db: Db, task: HeldJob, progress: number) => touchJob(db, TABLE, task, progress)
export const releaseRun = (db: Db, task: HeldJob) => releaseJob(db, TABLE, task)

export interface DoneRun {
  readonly document: ReportDocument
  readonly fingerprint: Buffer
  readonly snapshot: string
  readonly rows: number
  readonly ms: number
}

/** False when the run no longer belongs to this process. */
export async function endRun(
  db: Db,
  task: HeldJob,
  end: DoneRun | { readonly error: string },
  atMs: number,
): Promise<boolean> {
  const at = new Date(atMs)
  const { numUpdatedRows } = await db
    .updateTable('monReportRun')
    .set(
      'error' in end
        ? { state: 'failed', error: end.error }
        : {
            ...end,
            document: JSON.stringify(end.document),
            state: 'done',
            progress: 100,
            doneAt: at,
            checkedAt: at,
          },
    )
    .where('id', '=', task.id)
    .where('state', '=', 'running')
    .where('touchedAt', '=', task.touchedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The previous document of the same period: the highest completed revision below. */
export async function findFormer(db: Db, task: RunTask): Promise<ReportDocument | undefined> {
  const row = await db
    .selectFrom('monReportRun')
    .select('document')
    .where(sameAs({ ...task, scopeKey: scopeKeyOf(task) }))
    .where('revision', '<', task.revision)
    .where('state', '=', 'done')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.document ?? undefined
}

/** The least recently checked run among current ones not known to be stale. */
export async function takeUnchecked(trx: Tx, checkedBeforeMs: number, endedAfterMs: number) {
  const row = await taskColumns(trx)
    .select(['fingerprint', 'document'])
    .where('state', '=', 'done')
    .where('staleAt', 'is', null)
    .where('checkedAt', '<', new Date(checkedBeforeMs))
    .where('periodTo', '>', new Date(endedAfterMs))
    .where(
      sql<SqlBool>`not exists (select from mon_report_run as newer where newer.def_id = mon_report_run.def_id
        and newer.period_from = mon_report_run.period_from and newer.period_to = mon_report_run.period_to
        and newer.scope_key = mon_report_run.scope_key and newer.revision > mon_report_run.revision
        and newer.state = 'done')`,
    )
    .orderBy('checkedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { id: row.id, params: paramsOf(row), fingerprint: row.fingerprint, document: row.document }
}

export async function noteCheck(db: Db, id: string, atMs: number, stale: string | undefined): Promise<void> {
  await db
    .updateTable('monReportRun')
    .set({ checkedAt: new Date(atMs), ...(stale !== undefined && { staleAt: new Date(atMs), staleText: stale }) })
    .where('id', '=', id)
    .execute()
}

/** All reads of the callback share one snapshot of the database. */
export const withSnapshot = <T>(db: Db, read: (trx: Tx, snapshot: string) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(trx)
      return read(trx, rows[0]?.snapshot ?? '')
    })
