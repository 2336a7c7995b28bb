import { findCronFault } from '@natim/domain/cron/expression'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { recordEndpoints } from '../record.ts'

/** 0 running, -1 paused (dictionary quartz_status). */
export const JOB_RUNNING = 0
export const JOB_PAUSED = -1

/** 定时任务 (contract/20 §14). */
export const jobRow = z.object({
  id: z.string(),
  /** Name of the handler. */
  jobClassName: z.string(),
  /** Title of the handler. */
  jobClassName_dictText: z.string(),
  cronExpression: z.string(),
  /** JSON object text. */
  parameter: z.string().nullable(),
  description: z.string().nullable(),
  status: z.number().int(),
  status_dictText: z.string(),
  delFlag: z.number().int(),
  /** When it runs next; null while it is paused or not planned yet. */
  nextRunTime: z.string().nullable(),
  /** It is being run, or about to be because somebody asked for it. */
  isBusy: z.boolean(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type JobRow = z.output<typeof jobRow>

const cronText = requiredText(200)
  .refine((value) => findCronFault(value) === undefined, {
    error: (issue) => findCronFault(String(issue.input)) ?? 'Cron 表达式格式不正确',
  })
  .meta({ examples: ['0 0 2 * * ? *'] })

export const jobForm = z.object({
  id: optionalId,
  jobClassName: requiredText(64),
  cronExpression: cronText,
  parameter: text(2_000).nullish(),
  description: text(255).nullish(),
  /** Arrives as text too. */
  status: z.coerce
    .number()
    .refine((value) => value === JOB_RUNNING || value === JOB_PAUSED, '状态应为 0 或 -1')
    .default(JOB_RUNNING),
})
export type JobForm = z.output<typeof jobForm>

/** What the server can run, and what it takes. */
export const jobHandler = z.object({
  name: z.string(),
  title: z.string(),
  hint: z.string(),
  params: z.array(z.object({ key: z.string(), title: z.string(), hint: z.string() })),
})
export type JobHandler = z.output<typeof jobHandler>

export const JOB_RUN_STATUS = { 0: '执行中', 1: '成功', 2: '失败' } as const
export const JOB_RUN_CAUSE = { schedule: '定时', retry: '失败重试', manual: '立即执行' } as const

/** One run of a job. */
export const jobRun = z.object({
  id: z.string(),
  cause: z.enum(['schedule', 'retry', 'manual']),
  requestedBy: z.string().nullable(),
  status: z.number().int(),
  message: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  durationMs: z.number().int().nullable(),
})
export type JobRun = z.output<typeof jobRun>

const records = recordEndpoints({ base: '/sys/quartzJob', code: 'system:quartzJob', row: jobRow, form: jobForm })
const one = z.object({ id: rowId })

export const jobEndpoints = {
  ...records,
  ...defineEndpoints({
    handlers: {
      method: 'GET',
      path: '/sys/quartzJob/handlers',
      access: 'system:quartzJob:list',
      result: z.array(jobHandler),
    },
    runs: {
      method: 'GET',
      path: '/sys/quartzJob/runs',
      access: 'system:quartzJob:list',
      query: listQuery.pick({ pageNo: true, pageSize: true }).extend({ jobId: rowId }),
      result: page(jobRun),
    },
    /** These three change state by GET for existing clients (contract/20 §14); ours posts. */
    pause: {
      method: ['POST', 'GET'],
      path: '/sys/quartzJob/pause',
      access: 'system:quartzJob:edit',
      query: one,
      result: z.null(),
      inView: 'changes',
    },
    resume: {
      method: ['POST', 'GET'],
      path: '/sys/quartzJob/resume',
      access: 'system:quartzJob:edit',
      query: one,
      result: z.null(),
      inView: 'changes',
    },
    execute: {
      method: ['POST', 'GET'],
      path: '/sys/quartzJob/execute',
      access: 'system:quartzJob:execute',
      query: one,
      result: z.null(),
      inView: 'changes',
    },
  }),
}
