import { jobImportEndpoints } from '@natim/contract/system/import'
import { JOB_RUNNING, jobEndpoints, jobForm } from '@natim/contract/system/job'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { CronControl, HandlerControl, ParameterControl } from './job-inputs.tsx'

/** 定时任务: what the server does by a timetable. */
export const job = R.defineResource({
  title: '定时任务',
  noun: '定时任务',
  counter: '个',
  endpoints: jobEndpoints,
  imports: jobImportEndpoints,
  form: jobForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    jobClassName: {
      label: '任务类名',
      search: 'like',
      width: 170,
      isSortable: true,
      isWide: true,
      widget: { kind: 'choice', Control: HandlerControl, searchWidth: 220 },
      refusals: ['job.unknown_handler'],
    },
    cronExpression: {
      label: 'Cron 表达式',
      width: 150,
      isWide: true,
      widget: { kind: 'text', Control: CronControl },
      render: (row) => <code>{row.cronExpression}</code>,
      refusals: ['job.never_runs'],
    },
    parameter: {
      label: '参数',
      width: 170,
      isWide: true,
      shown: 'wide',
      widget: { kind: 'text', Control: ParameterControl },
      refusals: ['job.params_refused'],
    },
    description: { label: '描述', width: 200, isWide: true },
    status: {
      label: '状态',
      search: 'eq',
      width: 90,
      isSortable: true,
      widget: R.numberChoiceWidget({ 0: '正常', [-1]: '停止' }),
      render: (row) => <Tag tone={row.status === JOB_RUNNING ? 'success' : 'neutral'}>{row.status_dictText}</Tag>,
    },
    nextRunTime: { label: '下次执行', width: 160, isSortable: true },
    createBy: { label: '创建人', width: 110, shown: 'chosen' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'chosen' },
  },
})
