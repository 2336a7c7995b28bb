import type { ListQuery } from '@natim/contract/fields'
import { type SatTask, satEndpoints } from '@natim/contract/mon/sat'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { exportXlsx } from '../../platform/export.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { serveFile } from '../../platform/files/serve-file.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { toPage } from '../../platform/wire.ts'
import { answerPasses, type ComputePasses } from './pass.service.ts'
import { findProductFile, findProductPage } from './product.repository.ts'
import { PRODUCT_MIME } from './products.ts'
import { findTaskPage } from './task.repository.ts'
import { type Decision, decide, replan, type Seen } from './task-decisions.ts'
import { loadTask, loadTimeline } from './task-detail.ts'
import { addTask, editTask } from './task-save.ts'
import { TASK_COLUMNS } from './task-sheet.ts'
import { taskView } from './task-view.ts'

export interface SatDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly store: FileStore
  readonly compute?: ComputePasses
}

/** Aborted when the caller disconnects before the response. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const leave = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leave.abort()
  })
  return leave.signal
}

/** 卫星任务: tasks, their passes and products. */
export function registerSatRoutes(api: FastifyInstance, deps: SatDeps): void {
  const { db, store } = deps
  const said = async (work: Promise<SatTask>, message: string) => withMessage(await work, message)
  type Ctx = Parameters<typeof actorOf>[0]
  const decided =
    (decision: Exclude<Decision, 'replan'>, message: string) =>
    ({ body, ctx }: { body: Seen & { readonly note?: string }; ctx: Ctx }) =>
      said(decide(deps, actorOf(ctx), decision, body, body.note), message)
  implement(api, satEndpoints, {
    passes: ({ body, ctx }) => answerPasses(deps, body, leaving(ctx.reply)),
    async tasks({ query, ctx }) {
      const { records, ...rest } = await findTaskPage(db, ctx.user.scope, query)
      return { records: records.map(taskView), ...rest }
    },
    exportXls: ({ query, ctx }) => {
      const readPage = async ({ pageNo, pageSize }: ListQuery) => {
        const page = { ...query, pageNo, pageSize }
        const { records, total } = await findTaskPage(db, ctx.user.scope, page)
        return toPage(records.map(taskView), total, page)
      }
      const first = { pageNo: 1, pageSize: 1 }
      return exportXlsx({ db, title: '卫星任务', columns: TASK_COLUMNS, readPage }, { query: first, body: null }, ctx)
    },
    timeline: ({ query, ctx }) => loadTimeline(db, ctx.user, query.from, query.to),
    get: ({ query, ctx }) => loadTask(db, ctx.user, query.id),
    add: ({ body, ctx }) => said(addTask(deps, actorOf(ctx), body), '已保存草稿'),
    edit: ({ body, ctx }) => said(editTask(deps, actorOf(ctx), body), '已保存草稿'),
    submit: decided('submit', '已提交，等待批准'),
    withdraw: decided('withdraw', '已撤回'),
    revise: decided('revise', '已改为草稿'),
    approve: decided('approve', '已批准'),
    reject: decided('reject', '已驳回'),
    cancel: decided('cancel', '任务已取消'),
    replan: ({ body, ctx }) => said(replan(deps, actorOf(ctx), body), '已重新安排'),
    close: decided('close', '任务已关闭'),
    products: ({ query, ctx }) => findProductPage(db, ctx.user.scope, query),
    async thumb({ query, ctx: { user, request, reply } }) {
      const file = await findProductFile(db, user.scope, query.id)
      if (file === undefined) throw new AppError('row.not_found')
      const { name, sha256, ts: createTime, thumbKey, thumbBytes: fileSize } = file
      const served = { fileName: `${name}.webp`, mimeType: 'image/webp', fileSize, sha256, createTime, isPrivate: true }
      return serveFile(request, reply, served, (range) => store.open(thumbKey, range))
    },
    async file({ query, ctx: { user, request, reply } }) {
      const file = await findProductFile(db, user.scope, query.id)
      if (file === undefined) throw new AppError('row.not_found')
      const { name, format, sha256, ts: createTime, storeKey } = file
      const mimeType = PRODUCT_MIME[format as keyof typeof PRODUCT_MIME] ?? 'application/octet-stream'
      const fileName = `${name}.${format === 'GeoTIFF' ? 'tif' : format.toLowerCase()}`
      const served = { fileName, mimeType, fileSize: Number(file.sizeBytes), sha256, createTime, isPrivate: true }
      return serveFile(request, reply, served, (range) => store.open(storeKey, range))
    },
  })
}
