import type { AvgPeriod, Confidence, LimitKind } from '@natim/domain/limit'
import { METRICS } from '@natim/domain/metrics'
import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { SEVERITY } from '../dict.ts'
import { clearable, codeText, dateText, givenNumber, requiredText, rowId, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'
import { metricCode } from './channel.resource.ts'

const CONFIDENCE: Readonly<Record<Confidence, string>> = { A: '标准原文', B: '可靠来源', own: '自定' }
const SET_STATUS = { draft: '草稿', active: '生效', archived: '归档' } as const
const KINDS: Readonly<Record<LimitKind, string>> = {
  GB3095: '环境空气质量（GB 3095）',
  IAQI_BP: '空气质量分指数断点',
  AEGL: '急性暴露指导水平 AEGL',
  HJ169: '大气毒性终点浓度（HJ 169）',
  IDLH: '立即威胁生命和健康浓度 IDLH',
  ERPG: '应急响应计划指南 ERPG',
  OEL_MAC: '职业接触限值 MAC',
  OEL_TWA: '职业接触限值 TWA',
  OEL_STEL: '职业接触限值 STEL',
  OIL: '操作干预水平 OIL',
  DOSE: '剂量限值',
  CLIN: '临床判读',
  OWN: '自定',
}
const PERIODS: Readonly<Record<AvgPeriod, string>> = {
  instant: '瞬时值',
  '10min': '10 分钟平均',
  '15min': '15 分钟平均',
  '30min': '30 分钟平均',
  '60min': '60 分钟滑动平均',
  '1h': '整点小时平均',
  '4h': '4 小时平均',
  '8h': '8 小时平均',
  day8h: '日最大 8 小时平均',
  day: '日平均',
  quarter: '季平均',
  month: '月平均',
  year: '年平均',
  '7d': '7 天',
  life: '终身',
}
const GRADES = { 1: '一类区', 2: '二类区' } as const
const METRIC_NAMES = Object.fromEntries(
  METRICS.map(({ code, nameCn, unit }) => [code, `${nameCn}（${code}，${unit}）`]),
)
const OPERATORS = { '>': '大于', '>=': '大于等于' } as const

/** 限值集: published limits with their standard and validity dates, both inclusive, GMT+8 (domain §3.7). */
export const limitSet = defineResource({
  base: '/mon/limitSet',
  code: 'mon:limit',
  read: 'view',
  title: '限值集',
  entityLabel: '限值集',
  measureWord: '个',
  view: 'mon/config/LimitSetList',
  knownBy: ['name', 'code'],
  sort: { field: 'code', order: 'asc' },
  recycleBin: true,
  exports: ['code', 'name', 'standardNo', 'validFrom', 'validTo', 'source', 'confidence', 'status'],
  fields: {
    name: field(requiredText(120), { label: '名称', search: 'like', query: true, width: 240, isSortable: true }),
    code: field(codeText(64), {
      label: '编码',
      search: 'like',
      query: true,
      width: 160,
      isSortable: true,
      isImmutable: true,
      unique: 'limit_set.code_in_use',
    }),
    standardNo: field(requiredText(80), { label: '标准号', search: 'like', query: true, width: 180, isSortable: true }),
    validFrom: field(dateText, {
      label: '生效日期',
      help: '自该日起按此判定；1970-01-01 表示没有法定起始日',
      type: 'date',
      query: true,
      width: 120,
      isSortable: true,
      refusals: ['limit_set.dates'],
    }),
    validTo: field(clearable(dateText), {
      label: '失效日期',
      help: '该日仍有效；空 = 长期有效',
      type: 'date',
      query: true,
      width: 120,
      isSortable: true,
    }),
    source: field(requiredText(500), { label: '出处', width: 260, isWide: true, shown: 'wide' }),
    confidence: field(z.enum(keysOf(CONFIDENCE), '请选择可信度').default('own'), {
      label: '可信度',
      choices: CONFIDENCE,
      width: 100,
    }),
    status: field(z.enum(keysOf(SET_STATUS), '请选择状态').default('draft'), {
      label: '状态',
      help: '只有生效的限值集参与判定',
      choices: SET_STATUS,
      search: 'eq',
      width: 90,
    }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type LimitSetRow = RowOf<typeof limitSet>

/** 限值: one published figure, in the unit it was published in. These rows are in force; the code only seeds them. */
export const limit = defineResource({
  base: '/mon/limit',
  code: 'mon:limit',
  read: 'view',
  title: '限值管理',
  entityLabel: '限值',
  measureWord: '条',
  view: 'mon/config/LimitList',
  knownBy: ['metricCode', 'level'],
  sort: { field: 'metricCode', order: 'asc' },
  recycleBin: true,
  exports: ['setId', 'metricCode', 'kind', 'level', 'grade', 'avgPeriod', 'op', 'value', 'unit', 'severity', 'note'],
  fields: {
    setId: field(rowId, { label: '限值集', search: 'eq', width: 200, isImmutable: true }),
    setId_dictText: readOnly(z.string(), { type: 'none' }),
    metricCode: field(metricCode, {
      label: '监测因子',
      choices: METRIC_NAMES,
      search: 'eq',
      query: true,
      width: 180,
      isSortable: true,
    }),
    kind: field(z.enum(keysOf(KINDS), '请选择类别'), { label: '类别', choices: KINDS, search: 'eq', width: 180 }),
    level: field(text(32).default(''), {
      label: '等级',
      help: '如 AEGL-2 的 2；没有等级的留空',
      query: true,
      width: 90,
    }),
    grade: field(clearable(z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)]))), {
      label: '功能区',
      choices: GRADES,
      type: 'number',
      width: 70,
    }),
    avgPeriod: field(z.enum(keysOf(PERIODS), '请选择平均时间'), { label: '平均时间', choices: PERIODS, width: 140 }),
    op: field(z.enum(keysOf(OPERATORS)).default('>'), { label: '判定', choices: OPERATORS, width: 80 }),
    value: field(givenNumber(z.number('请输入限值')), {
      label: '限值',
      decimals: 'exact',
      query: true,
      width: 100,
      isSortable: true,
    }),
    unit: field(requiredText(16), { label: '单位', width: 80, refusals: ['limit.unit'] }),
    severity: field(clearable(z.coerce.number().int().min(1).max(5)), {
      label: '严重程度',
      help: '留空的只供查询，不画线、不判定',
      choices: SEVERITY,
      type: 'number',
      query: true,
      width: 100,
    }),
    note: field(text(255).nullish(), { label: '说明', width: 200, isWide: true, shown: 'wide' }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type LimitRow = RowOf<typeof limit>
