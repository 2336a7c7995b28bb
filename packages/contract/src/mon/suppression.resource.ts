import { MAX_RECURRENCE_CHARS, parseRecurrence } from '@natim/domain/alarm/recurrence'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { clearable, dateTimeText, requiredText, rowId, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'
import { ruleScope } from './rule-body.ts'

const KINDS = { hide: '不产生报警', mark: '产生报警但不通知' } as const
/** Current state of a window. */
export const SUPPRESSION_STATES = { open: '生效中', waiting: '未开始', between: '间歇', ended: '已结束' } as const

const recurrence = text(MAX_RECURRENCE_CHARS)
  .refine((value) => parseRecurrence(value) !== undefined, '重复规则不正确，只支持每天或每周的某几天')
  .meta({ examples: ['FREQ=WEEKLY;BYDAY=MO,WE'] })

/** 抑制: while a window is open, alarms it covers are not raised, or are raised without notification. */
export const suppression = defineResource({
  base: '/mon/suppression',
  code: 'mon:suppression',
  read: 'view',
  title: '报警抑制',
  entityLabel: '抑制',
  measureWord: '个',
  view: 'mon/alarm/SuppressionList',
  knownBy: ['name'],
  sort: { field: 'fromTs', order: 'desc' },
  recycleBin: true,
  fields: {
    name: field(requiredText(80), { label: '名称', search: 'like', query: true, width: 220, isSortable: true }),
    state: readOnly(z.enum(['open', 'waiting', 'between', 'ended']), {
      label: '状态',
      choices: SUPPRESSION_STATES,
      type: 'none',
      width: 90,
    }),
    kind: field(z.enum(['hide', 'mark'], '请选择方式').default('hide'), {
      label: '方式',
      help: '不产生报警：照常判定和计数，结束时条件仍成立则报警；产生报警但不通知：列表中可见，不发送、不升级',
      choices: KINDS,
      search: 'eq',
      query: true,
      width: 150,
    }),
    fromTs: field(dateTimeText, {
      label: '开始时间',
      type: 'time',
      query: { type: 'datetime' },
      width: 170,
      isSortable: true,
    }),
    toTs: field(dateTimeText, {
      label: '结束时间',
      help: '重复时为第一次的结束时间',
      type: 'time',
      query: { type: 'datetime' },
      width: 170,
      isSortable: true,
      refusals: ['suppression.span'],
    }),
    rrule: field(clearable(recurrence), { label: '重复', type: 'none', width: 150 }),
    scope: field(ruleScope.default({}), {
      label: '作用范围',
      type: 'none',
      width: 240,
      isWide: true,
      refusals: ['suppression.scope'],
    }),
    ruleIds: field(z.array(rowId).max(200, '最多 200 条').default([]), {
      label: '规则',
      help: '不选则对作用范围内的全部规则有效',
      type: 'none',
      width: 200,
      isWide: true,
      shown: 'wide',
    }),
    /** Names of the rules. */
    ruleNames: readOnly(z.array(z.string()), { type: 'none' }),
    reason: field(requiredText(255), { label: '原因', query: true, width: 220, isWide: true, rows: 2 }),
    /** When it was ended early. */
    endedAt: readOnly(z.string().nullable(), { label: '提前结束', type: 'time', width: 160, shown: 'chosen' }),
    /** Actions the server will refuse, with the reason. */
    refusals: readOnly(z.record(z.string(), z.string()).optional(), { type: 'none' }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type SuppressionRow = RowOf<typeof suppression>

export const suppressionEndpoints = defineEndpoints({
  /** Ends a window now, permanently, including future occurrences. */
  end: {
    method: 'POST',
    path: '/mon/suppression/end',
    access: 'mon:suppression:edit',
    body: z.object({ id: rowId }),
    result: z.null(),
  },
})
