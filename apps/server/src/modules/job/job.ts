import { JOB_PAUSED, type JobForm, type JobRow, jobForm } from '@natim/contract/system/job'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { HANDLERS } from './handlers.ts'
import { JOB_FIELDS } from './job.repository.ts'
import { handlerOf, readJob } from './read-job.ts'

const titleOf = (name: string) => handlerOf(name)?.title ?? name

/** 定时任务 */
export const JOB: RecordSpec<'sysQuartzJob', JobRow, JobForm> = {
  table: 'sysQuartzJob',
  noun: '定时任务',
  nameOf: ({ jobClassName, cronExpression }) => `${titleOf(jobClassName)}（${cronExpression}）`,
  component: 'system/QuartzJobList',
  fields: JOB_FIELDS,
  dictionaries: ['quartz_status'],
  // What the runner keeps: a row that is brought back is planned anew.
  transient: ['nextRunAt', 'requestedBy', 'runId', 'leaseUntil', 'failures'],
  conflicts: {},
  toRow: ({ nextRunAt, requestedBy, runId, leaseUntil: _lease, failures: _failures, ...record }, captions) => ({
    ...record,
    jobClassName_dictText: titleOf(record.jobClassName),
    status_dictText: captions('quartz_status', record.status),
    delFlag: 0,
    nextRunTime: toDateTimeText(nextRunAt),
    isBusy: requestedBy !== null || runId !== null,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}

/** Sheets are held against the handlers too; they name one by its name or its title. */
const importForm = jobForm
  .overwrite((form) => ({
    ...form,
    jobClassName: HANDLERS.find(({ title }) => title === form.jobClassName)?.name ?? form.jobClassName,
  }))
  .superRefine((form, context) => {
    const reading = readJob(form)
    if ('text' in reading) context.addIssue({ code: 'custom', message: reading.text, path: [reading.field] })
  })

/** What comes from a sheet waits until somebody starts it (contract/20 §14). */
export const createJobImport = (db: Db) =>
  createRecordImport({
    db,
    records: createRecords(db, { ...JOB, toColumns: (form: Partial<JobForm>) => ({ ...form, status: JOB_PAUSED }) }),
    name: 'job',
    form: importForm,
    columns: [
      { key: 'jobClassName', title: '任务类名', required: true, hint: HANDLERS.map(({ title }) => title).join('、') },
      { key: 'cronExpression', title: 'cron表达式', required: true, hint: '6 或 7 段，如 0 0 2 * * ?' },
      { key: 'parameter', title: '参数', hint: 'JSON 对象' },
      { key: 'description', title: '描述' },
      { key: 'status', title: '状态', hint: '导入的任务都处于停止状态' },
    ],
    example: { jobClassName: '清理任务执行记录', cronExpression: '0 0 2 * * ?', parameter: '{"keepDays":90}' },
    dictionaries: { status: 'quartz_status' },
  })
