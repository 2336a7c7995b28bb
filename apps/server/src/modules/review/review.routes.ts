import { reviewEndpoints } from '@natim/contract/mon/review'
import { sampleMarkEndpoints } from '@natim/contract/mon/sample-mark'
import { QUALITY } from '@natim/domain/quality'
import type { FastifyInstance } from 'fastify'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { decide } from './decisions.ts'
import { loadEffect } from './effect.ts'
import { findMarks } from './mark-list.repository.ts'
import { assertMarkable, channelsInScope, createMarks, type MarkDeps } from './marks.ts'
import { loadCaptureRows, loadDay, loadMonth } from './review-figures.ts'
import { findImports } from './sample-import.repository.ts'
import { takeImportBack } from './sample-import.ts'

/** 数据审核: decisions about samples, and review of days. */
export function registerReviewRoutes(api: FastifyInstance, deps: MarkDeps): void {
  const { db, now } = deps
  const marks = createMarks(deps)
  const told = async (work: Promise<{ batchId: string; n: number }>, verb: string) => {
    const result = await work
    return withMessage(result, `已${verb} ${result.n} 个样本，相关数据 2 分钟内更新`)
  }
  implement(api, sampleMarkEndpoints, {
    invalidate: ({ body, ctx }) => told(marks.make(actorOf(ctx), QUALITY.manuallyInvalid, body), '置为无效'),
    validate: ({ body, ctx }) => told(marks.make(actorOf(ctx), QUALITY.manuallyValid, body), '判为有效'),
    undo: ({ body, ctx }) => told(marks.undo(actorOf(ctx), body.batchId), '恢复'),
    async effect({ body, ctx }) {
      const channels = await channelsInScope(db, ctx.user.scope, body.channelNos)
      const nowMs = now()
      const toMs = Math.min(body.to, nowMs)
      assertMarkable(channels, body.from, toMs, nowMs)
      const bit = body.isValid ? QUALITY.manuallyValid : QUALITY.manuallyInvalid
      return { channels: await loadEffect(db, channels, { fromMs: body.from, toMs, bit, nowMs }) }
    },
    async imports({ ctx }) {
      return { imports: await findImports(db, ctx.user.scope) }
    },
    async undoImport({ body, ctx }) {
      const result = await takeImportBack(deps, actorOf(ctx), body.id)
      return withMessage(result, `已撤销导入，删除 ${result.n} 个样本`)
    },
    async marks({ query, ctx }) {
      const found = await findMarks(db, ctx.user.scope, query.channels, query.from, query.to)
      return { marks: found.map(({ bit, ...mark }) => ({ ...mark, isValid: bit === QUALITY.manuallyValid })) }
    },
  })
  const said = async (work: Promise<{ n: number }>, verb: string) => {
    const result = await work
    return withMessage(result, `已${verb} ${result.n} 个站日`)
  }
  implement(api, reviewEndpoints, {
    month: ({ query, ctx }) => loadMonth(db, ctx.user.scope, query, now()),
    day: ({ query, ctx }) => loadDay(db, ctx.user.scope, query, now()),
    capture: ({ query, ctx }) => loadCaptureRows(db, ctx.user.scope, query, now()),
    review: ({ body, ctx }) => said(decide(deps, actorOf(ctx), 'review', body.days), '审核'),
    withdraw: ({ body, ctx }) => said(decide(deps, actorOf(ctx), 'withdraw', body.days), '退回'),
    approve: ({ body, ctx }) => said(decide(deps, actorOf(ctx), 'approve', body.days), '批准'),
    reopen: ({ body, ctx }) => said(decide(deps, actorOf(ctx), 'reopen', body.days, body.note), '撤回批准'),
  })
}
