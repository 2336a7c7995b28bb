import { JOB_PAUSED } from '@natim/contract/system/job'
import { type JobForm, job } from '@natim/contract/system/job.resource'
import type { Db } from '../../platform/db/db.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'
import { HANDLERS } from './handlers.ts'
import { handlerOf, readJob } from './read-job.ts'

const titleOf = (name: string) => handlerOf(name)?.title ?? name

/** 定时任务 */
export const JOB = serve(job, {
  table: 'sysQuartzJob',
  nameOf: ({ jobClassName, cronExpression }) => `${titleOf(jobClassName)}（${cronExpression}）`,
  // Maintained by the runner: a restored row is planned anew.
  transient: ['nextRunAt', 'requestedBy', 'runId', 'leaseUntil', 'failures'],
  toRow: (row, { requestedBy, runId }) => ({
    ...row,
    jobClassName_dictText: titleOf(row.jobClassName),
    delFlag: 0,
    isBusy: requestedBy !== null || runId !== null,
  }),
})

/** Imported rows are checked against the handlers too, given by name or title. */
const importForm = job.form
  .overwrite((form) => ({
    ...form,
    jobClassName: HANDLERS.find(({ title }) => title === form.jobClassName)?.name ?? form.jobClassName,
  }))
  .superRefine((form, context) => {
    const reading = readJob(form)
    if ('text' in reading) context.addIssue({ code: 'custom', message: reading.text, path: [reading.field] })
  })

/** Imported jobs stay paused until a user starts them (contract/20 §14). */
export const createJobImport = (db: Db) =>
  resourceImport(
    db,
    job,
    createResource(db, { ...JOB, toColumns: (form: Partial<JobForm>) => ({ ...form, status: JOB_PAUSED }) }),
    { form: importForm, hints: { jobClassName: HANDLERS.map(({ title }) => title).join('、') } },
  )
