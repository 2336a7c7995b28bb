import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { listQuery, rowId } from '../fields.ts'

/** 0 running, -1 paused (dictionary quartz_status). */
export const JOB_RUNNING = 0
export const JOB_PAUSED = -1

/** A runnable handler, and its parameters. */
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

const one = z.object({ id: rowId })

export const jobExtraEndpoints = defineEndpoints({
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
  /** These three change state by GET for existing clients (contract/20 §14); ours uses POST. */
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
})
