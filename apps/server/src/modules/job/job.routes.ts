import { JOB_PAUSED, JOB_RUNNING, jobExtraEndpoints } from '@natim/contract/system/job'
import { job } from '@natim/contract/system/job.resource'
import { nextRuns } from '@natim/domain/cron/next-runs'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type CallContext, implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf, writeOperation } from '../../platform/journal.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { createResource, type Module, resourceHandlers } from '../resource/index.ts'
import { HANDLERS } from './handlers.ts'
import { requestRun } from './job.repository.ts'
import { createJobImport, JOB } from './job.resource.ts'
import { findRuns } from './job-run.repository.ts'
import { type JobText, readJob } from './read-job.ts'

interface JobDeps {
  readonly db: Db
  readonly now: () => number
}

function registerJobs(app: FastifyInstance, { db, now }: JobDeps): void {
  const jobs = createResource(db, JOB)
  /** @throws AppError job.* for parameters no handler accepts or a timetable without a next run */
  function check({ cronExpression, ...text }: JobText & { readonly cronExpression: string }): void {
    const reading = readJob(text)
    if ('text' in reading) {
      if (reading.field === 'jobClassName') throw new AppError('job.unknown_handler')
      throw new AppError('job.params_refused', { data: { reason: reading.text } })
    }
    if (nextRuns(cronExpression, { fromMs: now(), count: 1 }).length === 0) throw new AppError('job.never_runs')
  }

  type Ctx = CallContext<'system:quartzJob:edit'>
  async function setStatus(ctx: Ctx, id: string, status: typeof JOB_RUNNING | typeof JOB_PAUSED) {
    await jobs.update(actorOf(ctx), id, { status })
    return withMessage(null, status === JOB_RUNNING ? '启动成功！' : '停止成功！')
  }

  implement(app, job.endpoints, {
    ...resourceHandlers(db, job, jobs),
    create: async ({ body, ctx }) => {
      check(body)
      return withMessage({ id: await jobs.create(actorOf(ctx), body) }, '添加成功！')
    },
    update: async ({ body: { id, ...patch }, ctx }) => {
      check({ ...(await jobs.get(ctx.user, id)), ...patch })
      await jobs.update(actorOf(ctx), id, patch)
      return withMessage(null, '编辑成功！')
    },
  })
  implement(app, jobExtraEndpoints, {
    handlers: async () => HANDLERS.map(({ name, title, hint, fields }) => ({ name, title, hint, params: [...fields] })),
    runs: async ({ query, ctx }) => {
      await jobs.get(ctx.user, query.jobId)
      const limit = Math.min(query.pageSize, 200)
      const { rows, total } = await findRuns(db, query.jobId, { offset: (query.pageNo - 1) * limit, limit })
      return toPage(rows.map(toRun), total, { pageNo: query.pageNo, pageSize: limit })
    },
    pause: ({ query, ctx }) => setStatus(ctx, query.id, JOB_PAUSED),
    resume: ({ query, ctx }) => setStatus(ctx, query.id, JOB_RUNNING),
    execute: async ({ query: { id }, ctx }) => {
      const { jobClassName_dictText: title } = await jobs.get(ctx.user, id)
      await db.transaction().execute(async (trx) => {
        await requestRun(trx, id, ctx.user.username)
        const content = `立即执行定时任务：${title}`
        await writeOperation(trx, actorOf(ctx), { content, objectId: id })
      })
      return withMessage(null, '已提交执行，请稍后查看执行记录')
    },
  })
}

type StoredRun = Awaited<ReturnType<typeof findRuns>>['rows'][number]

const toRun = ({ id, cause, requestedBy, status, message, startTime, endTime }: StoredRun) => ({
  id,
  cause,
  requestedBy,
  status,
  message,
  startTime: toDateTimeText(startTime),
  endTime: toDateTimeText(endTime),
  durationMs: endTime && endTime.getTime() - startTime.getTime(),
})

export const jobModule: Module<JobDeps> = {
  routes: registerJobs,
  sheets: ({ db }) => [createJobImport(db)],
}
