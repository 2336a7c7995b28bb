import { findCronFault } from '@natim/domain/cron/expression'
import { z } from 'zod'
import { clearable, requiredText, rowId, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, instant, readOnly, stamps } from '../resource/field.ts'

export const REPORT_KINDS = {
  air_hour: '空气质量时报',
  air_day: '空气质量日报',
  station_month: '站点月报',
  alarm_week: '报警周报',
  device_month: '设备可用率月报',
} as const
export type ReportKind = keyof typeof REPORT_KINDS

export const REPORT_FORMATS = { html: 'HTML', pdf: 'PDF', xlsx: 'XLSX', csv: 'CSV' } as const
export type ReportFormat = keyof typeof REPORT_FORMATS

export const reportKind = z.enum(
  ['air_hour', 'air_day', 'station_month', 'alarm_week', 'device_month'],
  '请选择报告类型',
)
export const reportFormat = z.enum(['html', 'pdf', 'xlsx', 'csv'])

const STATUS = { on: '启用', off: '停用' } as const
const cron = text(200)
  .refine((value) => findCronFault(value) === undefined, {
    error: (issue) => findCronFault(String(issue.input)) ?? 'Cron 表达式格式不正确',
  })
  .meta({ examples: ['0 0 9 * * ? *'] })
const region = z.union([z.literal(''), z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, '行政区划代码不正确')]).default('')

/** 报告定义: which report is made when, on what, and who is notified. */
export const reportDef = defineResource({
  base: '/mon/reportDef',
  code: 'mon:report',
  read: 'view',
  title: '报告定义',
  entityLabel: '报告定义',
  measureWord: '个',
  view: 'mon/report/Report',
  knownBy: ['name'],
  sort: { field: 'sortNo', order: 'asc' },
  fields: {
    name: field(requiredText(80), { label: '名称', search: 'like', query: true, width: 200, isSortable: true }),
    kind: field(reportKind, {
      label: '报告类型',
      choices: REPORT_KINDS,
      search: 'eq',
      width: 140,
      isImmutable: true,
    }),
    status: field(z.enum(['on', 'off'], '请选择状态').default('on'), {
      label: '状态',
      choices: STATUS,
      search: 'eq',
      width: 80,
    }),
    cron: field(clearable(cron), {
      label: '定时',
      help: '留空则只手动运行',
      type: 'none',
      width: 180,
      isWide: true,
    }),
    region: field(region, {
      label: '行政区划',
      help: '不选则为可见的全部区域',
      type: 'none',
      width: 140,
      refusals: ['monReport.region_beyond'],
    }),
    place: field(z.enum(['city', 'station']).default('city'), {
      label: '评价对象',
      help: '只用于空气质量时报与日报',
      choices: { city: '城市', station: '监测点位' },
      type: 'none',
      width: 100,
    }),
    stationId: field(clearable(rowId), {
      label: '站点',
      help: '只用于站点月报；不选则列出区域内全部站点',
      type: 'none',
      width: 160,
      shown: 'chosen',
      refusals: ['monReport.station_unknown'],
    }),
    formats: field(z.array(reportFormat).min(1, '请选择格式').max(4).default(['html']), {
      label: '格式',
      type: 'none',
      width: 180,
    }),
    receivers: field(text(4_000).default(''), {
      label: '收件人',
      help: '生成后收到站内消息；有邮箱的同时收到邮件',
      type: 'none',
      width: 200,
      isWide: true,
      refusals: ['monReport.receiver_unknown'],
    }),
    sortNo: field(z.coerce.number().int().min(0).max(9_999).default(10), {
      label: '顺序',
      decimals: 0,
      width: 70,
      isSortable: true,
    }),
    isBuiltin: readOnly(z.boolean(), { type: 'none' }),
    nextRunAt: instant({ label: '下次运行', width: 160 }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type ReportDefRow = RowOf<typeof reportDef>
export type ReportDefForm = FormOf<typeof reportDef>
