import { METRICS, metricByCode } from '@natim/domain/metrics'
import { OWN_LIMIT, ownLimitConflict } from '@natim/domain/own-limit'
import { conversion } from '@natim/domain/units'
import { z } from 'zod'
import { clearable, rowId, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps, writeOnly } from '../resource/field.ts'

export const metricCode = z.enum(
  METRICS.map(({ code }) => code),
  '没有这个监测因子',
)
const number = z.coerce.number()
/** Sampling period, seconds. */
export const periodS = number.int().min(1, '采样周期至少 1 秒').max(86_400, '采样周期最多 86400 秒')
export const precision = number.int().min(0).max(6)
const unit = text(16).min(1, '不能为空')

const ownLimit = z.object({
  level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  value: z.number('请填写限值'),
  op: z.enum(['>', '>=']).default('>='),
  /** Averaging time; absent = single readings. */
  avgS: z.number().positive().optional(),
})
export type OwnLimit = z.input<typeof ownLimit>

/** Channel-specific limits that replace the published ones (domain §3.5). Values in the metric's storage unit. */
const limitOverride = z
  .array(ownLimit)
  .max(20)
  .refine(
    (own) => new Set(own.map(({ level, avgS }) => `${level}/${avgS}`)).size === own.length,
    '同一级别、同一平均时间只能有一个限值',
  )
  .superRefine((own, context) => {
    const message = ownLimitConflict(own)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

/** Whether values in the unit can be stored in that of the metric. */
export function fits(code: string, given: string): boolean {
  const metric = metricByCode(code)
  return metric !== undefined && conversion(given, metric.unit, metric) !== undefined
}

/** A line of a model's channel template: a channel each new device gets. Absent = the metric's value. */
export const channelTemplateLine = z
  .object({
    seq: number.int().min(1).max(9_999),
    metricCode,
    unit: unit.optional(),
    rangeLo: clearable(number),
    rangeHi: clearable(number),
    precision: precision.optional(),
    periodS: periodS.optional(),
    lod: clearable(number),
    updatePeriodS: clearable(periodS),
  })
  .refine(({ metricCode: code, unit: given }) => given === undefined || fits(code, given), {
    message: '单位不能换算为监测因子的单位',
    path: ['unit'],
  })
  .refine(({ rangeLo, rangeHi }) => rangeLo == null || rangeHi == null || rangeLo < rangeHi, {
    message: '量程下限必须小于上限！',
    path: ['rangeLo'],
  })
  .meta({ examples: [{ seq: 1, metricCode: 'co', unit: 'ppm', rangeLo: 0, rangeHi: 50, precision: 1, periodS: 60 }] })
export type ChannelTemplateLine = z.output<typeof channelTemplateLine>

/** 通道: one quantity of one device. Its metadata are versioned by date (`mon_channel_version`). */
export const channel = defineResource({
  base: '/mon/channel',
  code: 'mon:channel',
  read: 'view',
  title: '通道管理',
  entityLabel: '通道',
  measureWord: '个',
  // Users who see a device see its channels.
  view: 'mon/device/DeviceList',
  knownBy: ['metricCode', 'seq'],
  sort: { field: 'seq', order: 'asc' },
  bulkEdit: true,
  recycleBin: true,
  fields: {
    deviceId: field(rowId, { label: '设备', isImmutable: true }),
    deviceId_dictText: readOnly(z.string(), { type: 'none' }),
    /** Number under which its samples are stored. */
    channelNo: readOnly(z.number().int()),
    seq: field(number.int().min(1).max(9_999), { label: '序号', isImmutable: true, refusals: ['channel.seq_in_use'] }),
    metricCode: field(metricCode, { label: '监测因子', isImmutable: true }),
    metricCode_dictText: readOnly(z.string(), { type: 'none' }),
    alias: field(text(40).nullish(), { label: '别名' }),
    unitIn: field(unit.optional(), { label: '上报单位', refusals: ['channel.unit'] }),
    scale: field(number.refine((value) => value !== 0, '倍率不能为 0').default(1), { label: '倍率' }),
    offset: field(number.default(0), { label: '偏移', column: 'offsetVal' }),
    rangeLo: field(clearable(number), { label: '量程下限', refusals: ['channel.range'] }),
    rangeHi: field(clearable(number), { label: '量程上限' }),
    lod: field(clearable(number.min(0)), { label: '检出限', refusals: ['channel.lod'] }),
    precision: field(precision.optional(), { label: '小数位', isBulk: true }),
    periodS: field(periodS.optional(), { label: '采样周期', unit: '秒', isBulk: true }),
    updatePeriodS: field(clearable(periodS), {
      label: '更新周期',
      unit: '秒',
      help: '仪器多久产生一个新值；上报更频繁时填写，期间数值不变不算僵死',
      isBulk: true,
    }),
    enabled: field(z.boolean().default(true), { label: '启用', isBulk: true }),
    showOnMap: field(z.boolean().default(true), { label: '在地图上显示', isBulk: true }),
    limitOverride: field(clearable(limitOverride), { label: OWN_LIMIT, isWide: true }),
    /** Changes with each edit. */
    revision: readOnly(z.number().int(), { type: 'none' }),
    /** The revision a form was opened with, so that unseen changes are not overwritten. Absent = any. */
    seenRevision: writeOnly(number.int().optional(), {}),
    ...stamps(),
  },
})
export type ChannelRow = RowOf<typeof channel>
