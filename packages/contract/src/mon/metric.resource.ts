import { z } from 'zod'
import { clearable } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, instant, readOnly } from '../resource/field.ts'

const CATEGORIES = {
  air: '环境空气',
  tox: '有毒气体',
  met: '气象',
  breath: '呼气',
  vital: '生命体征',
  nbc: '核生化',
  sys: '设备自身',
} as const
const bound = clearable(z.coerce.number())
const nullableText = z.string().nullable()

/**
 * 监测因子. Shipped with the product because code refers to them; administrators set the plausible and physical ranges
 * against which samples are checked on arrival (domain §3.6).
 */
export const metric = defineResource({
  base: '/mon/metric',
  code: 'mon:metric',
  read: 'view',
  title: '监测因子',
  entityLabel: '监测因子',
  measureWord: '个',
  view: 'mon/config/MetricList',
  knownBy: ['nameCn', 'code'],
  sort: { field: 'sortNo', order: 'asc' },
  hasFixedRows: true,
  exports: [
    'code',
    'nameCn',
    'nameEn',
    'category',
    'unit',
    'rangeLo',
    'rangeHi',
    'hardLo',
    'hardHi',
    'cas',
    'molarMass',
  ],
  fields: {
    nameCn: readOnly(z.string(), { label: '名称', search: 'like', query: true, width: 180, isSortable: true }),
    nameEn: readOnly(z.string(), { label: '英文名称', query: true, width: 180, shown: 'wide' }),
    code: readOnly(z.string(), { label: '代码', search: 'like', query: true, width: 120, isSortable: true }),
    category: readOnly(z.string(), { label: '类别', choices: CATEGORIES, search: 'eq', width: 100, isSortable: true }),
    formula: readOnly(nullableText, { label: '分子式', width: 90 }),
    unit: readOnly(z.string(), { label: '单位', width: 90 }),
    precision: readOnly(z.number().int(), { label: '小数位', width: 80, decimals: 0, shown: 'chosen' }),
    rangeLo: field(bound, {
      label: '合理下限',
      help: '低于此值的样本标记为可疑',
      width: 100,
      decimals: 'exact',
      refusals: ['metric.bounds'],
    }),
    rangeHi: field(bound, { label: '合理上限', help: '高于此值的样本标记为可疑', width: 100, decimals: 'exact' }),
    hardLo: field(bound, { label: '物理下限', help: '低于此值的样本无效', width: 100, decimals: 'exact' }),
    hardHi: field(bound, { label: '物理上限', help: '高于此值的样本无效', width: 100, decimals: 'exact' }),
    defaultPeriodS: readOnly(z.number().int(), {
      label: '默认周期',
      unit: '秒',
      width: 100,
      decimals: 0,
      shown: 'wide',
    }),
    cas: readOnly(nullableText, { label: 'CAS 号', width: 110, shown: 'wide' }),
    molarMass: readOnly(z.number().nullable(), {
      label: '摩尔质量',
      unit: 'g/mol',
      decimals: 'exact',
      width: 110,
      shown: 'chosen',
    }),
    sortNo: readOnly(z.number().int()),
    updateBy: readOnly(nullableText, { label: '更新人', width: 120, shown: 'wide' }),
    updateTime: instant({ label: '更新时间', width: 160, shown: 'wide' }),
  },
})
export type MetricRow = RowOf<typeof metric>
