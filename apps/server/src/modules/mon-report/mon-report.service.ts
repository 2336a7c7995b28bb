import { type ReportRun, reportFileName } from '@natim/contract/mon/mon-report'
import type { ReportFormat } from '@natim/contract/mon/mon-report.resource'
import { lastPeriod, type Period, periodAt } from '@natim/domain/report-period'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { commonScope, type DataScope } from '../../platform/scope.ts'
import { REPORT_UNIT } from './documents/build.ts'
import { paperOf, runView } from './paper.ts'
import { toHtml } from './render/html.ts'
import { REPORT_MIME } from './render/rendered.ts'
import { findDef, type StoredDef } from './report-def.repository.ts'
import type { ReportFiles } from './report-files.ts'
import { findDocument, findRun, findRuns, findUnderWay, insertRun, type NewRun, paramsOf } from './run.repository.ts'

interface ServiceDeps {
  readonly db: Db
  readonly now: () => number
  readonly network: string
  readonly files: ReportFiles
}

const INSERT_TRIES = 5

/** Books a run, or returns an identical one in progress. The database decides between concurrent requests. */
export async function bookRun(db: Db, run: Omit<NewRun, 'id'>): Promise<{ id: string; isNew: boolean }> {
  for (let i = 0; i < INSERT_TRIES; i += 1) {
    const id = newId()
    if ((await insertRun(db, { ...run, id })) !== undefined) return { id, isNew: true }
    const other = await findUnderWay(db, { ...run, id })
    if (other !== undefined) return { id: other, isNew: false }
    // It finished between the two queries.
  }
  throw new AppError('row.conflict')
}

/** Parameters of a definition's run under a given scope. */
export function runOf(def: StoredDef, scope: DataScope, period: Period) {
  return {
    ...period,
    defId: def.id,
    name: def.name,
    kind: def.kind,
    place: def.place,
    region: def.region,
    stationId: def.stationId,
    scope: commonScope(scope, { orgCode: def.sysOrgCode, regionPrefixes: def.scopePrefixes }),
  }
}

/** 报告中心: runs and their files. */
export function createMonReports({ db, now, network, files }: ServiceDeps) {
  async function getRun(user: SessionUser, id: string) {
    const row = await findRun(db, user.scope, id)
    if (row === undefined) throw new AppError('row.not_found')
    return row
  }

  async function book(actor: Actor, run: Omit<NewRun, 'id'>): Promise<ReportRun> {
    if (run.scope.orgCode === '') throw new AppError('row.not_found')
    const { id, isNew } = await bookRun(db, run)
    if (isNew)
      await db.transaction().execute((trx) =>
        writeOperation(trx, actor, {
          content: `生成报告：${run.name}`,
          operateType: OPERATE.add,
          objectId: id,
          detail: { table: 'mon_report_run', after: { defId: run.defId, fromMs: run.fromMs, toMs: run.toMs } },
        }),
      )
    return runView(await getRun(actor.user, id))
  }

  return {
    /** @throws AppError `row.not_found`, `monReport.future` */
    async run(actor: Actor, defId: string, at: number | undefined): Promise<ReportRun> {
      const { user } = actor
      const def = await findDef(db, user.scope, defId)
      if (def === undefined) throw new AppError('row.not_found')
      const unit = REPORT_UNIT[def.kind]
      const period = at === undefined ? lastPeriod(unit, now()) : periodAt(unit, at)
      if (period.toMs > now()) throw new AppError('monReport.future')
      return book(actor, { ...runOf(def, user.scope, period), cause: 'manual', requestedBy: user.username })
    },

    /** Runs a report again: after a failure or changed data. */
    async rerun(actor: Actor, id: string): Promise<ReportRun> {
      const row = await getRun(actor.user, id)
      const cause = row.state === 'done' ? 'revise' : 'manual'
      const { defId, name } = row
      return book(actor, { ...paramsOf(row), defId, name, cause, requestedBy: actor.user.username })
    },

    async runs(user: SessionUser, defId: string): Promise<ReportRun[]> {
      return (await findRuns(db, user.scope, defId)).map(runView)
    },

    async get(user: SessionUser, id: string): Promise<{ run: ReportRun; html: string | null }> {
      const run = runView(await getRun(user, id))
      const document = await findDocument(db, id)
      return { run, html: document ? toHtml(paperOf(run, document, network)) : null }
    },

    /** @throws AppError `row.not_found`, `monReport.not_done`, `monReport.no_pdf` */
    async file(user: SessionUser, id: string, format: ReportFormat) {
      const row = await getRun(user, id)
      const run = runView(row)
      const document = await findDocument(db, id)
      if (document === undefined) throw new AppError('monReport.not_done')
      const { open, ...file } = await files.open(id, paperOf(run, document, network), format)
      const served = { ...file, fileName: reportFileName(run, format), mimeType: REPORT_MIME[format], isPrivate: true }
      return { served, open }
    },
  }
}
