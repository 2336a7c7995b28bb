import { findCronFault } from '@natim/domain/cron/expression'
import { z } from 'zod'
import { requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, instant, readOnly, stamps } from '../resource/field.ts'
import { JOB_PAUSED, JOB_RUNNING } from './job.ts'

const cronText = requiredText(200)
  .refine((value) => findCronFault(value) === undefined, {
    error: (issue) => findCronFault(String(issue.input)) ?? 'Cron 表达式格式不正确',
  })
  .meta({ examples: ['0 0 2 * * ? *'] })

/** Also accepted as text. */
const status = z.coerce
  .number()
  .refine((value) => value === JOB_RUNNING || value === JOB_PAUSED, '状态应为 0 或 -1')
  .default(JOB_RUNNING)

/** 定时任务 (contract/20 §14): scheduled jobs of the server. */
export const job = defineResource({
  base: '/sys/quartzJob',
  code: 'system:quartzJob',
  title: '定时任务',
  entityLabel: '定时任务',
  measureWord: '个',
  view: 'system/QuartzJobList',
  knownBy: ['jobClassName', 'cronExpression'],
  exports: ['jobClassName', 'cronExpression', 'parameter', 'description', 'status'],
  imports: { columns: ['jobClassName', 'cronExpression', 'parameter', 'description', 'status'] },
  fields: {
    /** Name of the handler. */
    jobClassName: field(requiredText(64), {
      label: '任务类名',
      search: 'like',
      width: 170,
      isSortable: true,
      isWide: true,
      refusals: ['job.unknown_handler'],
      example: '清理任务执行记录',
    }),
    /** Title of the handler. */
    jobClassName_dictText: readOnly(z.string(), { type: 'none' }),
    cronExpression: field(cronText, {
      label: 'Cron 表达式',
      sheetLabel: 'cron表达式',
      width: 150,
      isWide: true,
      refusals: ['job.never_runs'],
      hint: '6 或 7 段，如 0 0 2 * * ?',
      example: '0 0 2 * * ?',
    }),
    /** JSON object text. */
    parameter: field(text(2_000).nullish(), {
      label: '参数',
      width: 170,
      isWide: true,
      shown: 'wide',
      refusals: ['job.params_refused'],
      hint: 'JSON 对象',
      example: '{"keepDays":90}',
    }),
    description: field(text(255).nullish(), { label: '描述', width: 200, isWide: true }),
    status: field(status, {
      label: '状态',
      dictionary: 'quartz_status',
      search: 'eq',
      width: 90,
      isSortable: true,
      hint: '导入的任务都处于停止状态',
    }),
    delFlag: readOnly(z.number().int(), { type: 'none' }),
    /** Null while it is paused or not scheduled yet. */
    nextRunTime: instant({ column: 'nextRunAt', label: '下次执行', width: 160, isSortable: true }),
    /** It is running, or about to run because a user requested it. */
    isBusy: readOnly(z.boolean()),
    ...stamps({ createBy: 'chosen', createTime: 'chosen' }),
  },
})
export type JobRow = RowOf<typeof job>
export type JobForm = FormOf<typeof job>
