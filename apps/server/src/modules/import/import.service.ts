import type { Page } from '@natim/contract/envelope'
import { ERRORS } from '@natim/contract/errors'
import { MESSAGES } from '@natim/contract/messages'
import type { PermissionCode } from '@natim/contract/permissions'
import type { ImportJob, ImportKind, ImportMapping, ImportPhase, ImportRow } from '@natim/contract/system/import'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/multipart.ts'
import { newId } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import { EXCEL_NAME, SHEET_OR_CSV_NAME } from '../../platform/sheets/read-sheet.ts'
import { toPage } from '../../platform/wire.ts'
import type { FilesService } from '../files/index.ts'
import { textsOf } from './cells.ts'
import type { CheckRules } from './check-rows.ts'
import {
  changeJob,
  countKinds,
  deleteJobs,
  findJob,
  findOutdatedJobs,
  findRows,
  findRowsByNumber,
  insertJob,
  type JobRecord,
  LOST_AFTER_S,
  mendRows,
  readRawRows,
  readRowsAnew,
  type ShownRow,
} from './import.repository.ts'
import type { ImportEntity } from './import-entity.ts'
import { assertMapped, checkAll, checkSome, readInto, writeAll } from './import-steps.ts'
import { describeColumns, ROWS_PER_FILE, toErrorSheet } from './sheets.ts'

export interface ImportDeps {
  readonly db: Db
  readonly files: FilesService
  readonly log: Log
  readonly now: () => number
}

const JOB_LIFE_MS = 86_400_000
const JOBS_PER_USER = 5
const SAMPLE_ROWS = 5
const WORKING: readonly ImportPhase[] = ['reading', 'checking', 'writing']
const ERROR_ROWS = 50_000
const ERROR_BIZ = 'import'

/** 导入: imports of one list, from file to rows. Every call is limited to the caller's own jobs. */
export function createImportService(
  { db, files, log, now }: ImportDeps,
  entity: ImportEntity,
  /** Permission to edit by hand what a sheet would change. */
  editAccess: PermissionCode,
) {
  const fileName = entity.takesCsv ? SHEET_OR_CSV_NAME : EXCEL_NAME
  /** Background work. */
  const running = new Set<Promise<void>>()

  async function start(user: SessionUser, name: string, updates: boolean): Promise<string> {
    await deleteJobs(db, await findOutdatedJobs(db, user.userId, new Date(now() - JOB_LIFE_MS), JOBS_PER_USER - 1))
    const id = newId()
    await insertJob(db, { id, entity: entity.name, ownerId: user.userId, fileName: name, updates })
    return id
  }

  async function own(user: SessionUser, id: string): Promise<JobRecord> {
    const job = await findJob(db, entity.name, user.userId, id)
    if (!job) throw new AppError('row.not_found')
    return job
  }

  async function move(
    id: string,
    from: readonly ImportPhase[],
    change: Parameters<typeof changeJob>[2],
  ): Promise<void> {
    if (!(await changeJob(db, id, { done: 0, message: '', ...change }, from))) throw new AppError('import.wrong_phase')
  }

  /** Runs a step in the background; its failure becomes the job's. */
  function inBackground(id: string, step: () => Promise<void>): void {
    const work = step().catch(async (error: unknown) => {
      const known = error instanceof AppError
      if (!known) log.error({ err: error, job: id }, 'import failed')
      const isConflict = errorDetailsOf(error).code === '23505'
      const message = known ? error.message : isConflict ? ERRORS['row.conflict'].text : ERRORS['service.failed'].text
      await changeJob(db, id, { phase: 'failed', message }).catch(() => undefined)
    })
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  async function rulesOf(user: SessionUser, job: Pick<JobRecord, 'mapping' | 'updates'>): Promise<CheckRules> {
    const mayEdit = user.permissions.has(editAccess)
    const refusesKnown = entity.isAppendOnly
      ? undefined
      : job.updates
        ? mayEdit
          ? undefined
          : MESSAGES['import.noEdit']
        : MESSAGES['import.known']
    return { entity, session: await entity.open(user), mapping: job.mapping, refusesKnown }
  }

  async function view(user: SessionUser, id: string): Promise<ImportJob> {
    const job = await own(user, id)
    const isLost = WORKING.includes(job.phase) && now() - job.touchedAt.getTime() > 1_000 * LOST_AFTER_S
    const samples = await readRawRows(db, id, -1, SAMPLE_ROWS)
    const { dictionaries } = await entity.open(user)
    return {
      id,
      phase: isLost ? 'failed' : job.phase,
      done: job.done,
      total: job.total,
      fileName: job.fileName,
      columns: describeColumns(entity, dictionaries),
      headings: [...job.headings],
      samples: samples.map(({ cells }) => [...cells]),
      mapping: job.mapping,
      summary: await countKinds(db, id),
      message: isLost ? ERRORS['import.interrupted'].text : job.message,
    }
  }

  async function audit(user: SessionUser, rows: number): Promise<void> {
    await writeAudit(db, {
      logType: OPERATION_LOG,
      content: `导入${entity.title} ${rows} 行`,
      success: true,
      userId: user.userId,
      username: user.username,
      sessionId: user.sessionId,
      tenantId: user.tenantId,
    })
  }

  return {
    job: view,
    /** Waits for background work, before the database is closed. */
    settled: async (): Promise<void> => void (await Promise.all(running)),

    async open(user: SessionUser, file: ReceivedFile): Promise<ImportJob> {
      if (!fileName.test(file.name)) throw new AppError('import.type_refused')
      const id = await start(user, file.name, true)
      inBackground(id, async () => {
        await readInto(db, entity, id, [file])
        await changeJob(db, id, { phase: 'mapping' })
      })
      return view(user, id)
    },

    async check(user: SessionUser, id: string, given: ImportMapping): Promise<ImportJob> {
      const job = await own(user, id)
      const mapping = Object.fromEntries(entity.columns.map(({ key }) => [key, given[key] ?? null]))
      const isKnown = (number: number | null) => number === null || number < job.headings.length
      if (!Object.values(mapping).every(isKnown))
        throw new AppError('request.invalid', { data: { detail: '列不存在' } })
      assertMapped(entity, mapping)
      await move(id, ['mapping', 'checked'], { phase: 'checking', mapping })
      inBackground(id, async () => {
        await checkAll(db, id, await rulesOf(user, { ...job, mapping }))
        await changeJob(db, id, { phase: 'checked' })
      })
      return view(user, id)
    },

    async rows(
      user: SessionUser,
      { id, kind, pageNo, pageSize }: { id: string; kind: ImportKind; pageNo: number; pageSize: number },
    ): Promise<Page<ImportRow>> {
      const job = await own(user, id)
      const rows = await findRows(db, id, kind, (pageNo - 1) * pageSize, pageSize)
      const counts = await countKinds(db, id)
      return toPage(
        rows.map((row) => toRow(entity, job, row)),
        counts[kind],
        { pageNo, pageSize },
      )
    },

    async mend(user: SessionUser, id: string, given: readonly { rowNo: number; cells: Record<string, string> }[]) {
      const job = await own(user, id)
      const keys = new Set(entity.columns.map(({ key }) => key))
      const rows = given.map(({ rowNo, cells }) => ({
        rowNo,
        cells: Object.fromEntries(Object.entries(cells).filter(([key]) => keys.has(key))),
      }))
      const rowNos = rows.map(({ rowNo }) => rowNo)
      await move(id, ['checked'], { phase: 'checking', done: job.total })
      try {
        const former = (await readRowsAnew(db, id, { rowNos })).flatMap(({ naturalKey }) => naturalKey ?? [])
        await mendRows(db, id, rows)
        await checkSome(db, id, await rulesOf(user, job), { rowNos, former })
      } finally {
        await changeJob(db, id, { phase: 'checked' })
      }
      const shown = await findRowsByNumber(db, id, rowNos)
      return { job: await view(user, id), rows: shown.map((row) => toRow(entity, job, row)) }
    },

    async commit(user: SessionUser, id: string): Promise<ImportJob> {
      const job = await own(user, id)
      const counts = await countKinds(db, id)
      if (counts.new + counts.changed === 0) throw new AppError('import.nothing')
      await move(id, ['checked'], { phase: 'writing' })
      inBackground(id, async () => {
        const written = await writeAll(db, id, await rulesOf(user, job))
        await changeJob(db, id, { phase: 'done', message: `成功导入 ${written} 行` })
        await audit(user, written)
      })
      return view(user, id)
    },

    async errorSheet(user: SessionUser, id: string): Promise<Buffer> {
      const job = await own(user, id)
      return toErrorSheet(entity, job.headings, await findRows(db, id, 'wrong', 0, ERROR_ROWS))
    },

    async discard(user: SessionUser, id: string): Promise<void> {
      await own(user, id)
      if ((await deleteJobs(db, [id])) === 0) throw new AppError('import.wrong_phase')
    },

    /** For the dialog: reads, checks and writes in one call. Existing rows are refused. */
    async importNow(user: SessionUser, received: readonly ReceivedFile[]) {
      if (received.some((file) => !fileName.test(file.name))) throw new AppError('import.type_refused')
      const id = await start(user, received[0]?.name ?? '', false)
      try {
        const mapping = await readInto(db, entity, id, received)
        assertMapped(entity, mapping)
        const rules = await rulesOf(user, { mapping, updates: false })
        await checkAll(db, id, rules)
        const counts = await countKinds(db, id)
        const successCount = counts.new === 0 ? 0 : await writeAll(db, id, rules)
        if (successCount > 0) await audit(user, successCount)
        const totals = { successCount, errorCount: counts.wrong, totalCount: successCount + counts.wrong }
        if (counts.wrong === 0) return { ...totals, error: undefined }
        const { headings } = await own(user, id)
        const bytes = toErrorSheet(entity, headings, await findRows(db, id, 'wrong', 0, ERROR_ROWS))
        const name = `${entity.title}导入错误数据.xlsx`
        const { path, ticket } = await files.keepPrivate(user, { name, bytes, type: 'xlsx' }, ERROR_BIZ)
        return {
          ...totals,
          error: { name, path: `/sys/common/static/${path}?ticket=${ticket}`, message: MESSAGES['import.withErrors'] },
        }
      } finally {
        await deleteJobs(db, [id])
      }
    },
  }
}

function toRow(entity: ImportEntity, job: Pick<JobRecord, 'mapping'>, row: ShownRow): ImportRow {
  return {
    rowNo: row.rowNo % ROWS_PER_FILE,
    kind: row.kind,
    cells: textsOf(entity.columns, job.mapping, row),
    errors: row.errors,
    before: row.before,
  }
}
