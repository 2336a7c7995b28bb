import { MAX_AVG_S, MAX_BRANCHES, MAX_CONDITIONS, MAX_FOR_S, type RuleBody, subjectsOf } from '@natim/domain/alarm/rule'
import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { DEVICE_KIND, STATION_TYPE } from '../dict.ts'
import { requiredText, rowId, text } from '../fields.ts'
import { metricCode } from './channel.resource.ts'

const list = <S extends z.ZodType>(entry: S) => z.array(entry).max(200, '最多 200 项').optional()

/** Conditions that all have to match; an absent one matches everything. */
export const ruleScope = z.object({
  metricCodes: list(metricCode),
  deviceKinds: list(z.enum(keysOf(DEVICE_KIND))),
  deviceIds: list(rowId),
  stationIds: list(rowId),
  modelIds: list(rowId),
  stationTypes: list(z.enum(keysOf(STATION_TYPE))),
  regionPrefixes: list(z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, '行政区划代码不正确')),
  tags: list(requiredText(20)),
})

export const severity = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)],
  '级别应为 1 到 5',
)
const seconds = z.number().int('应为整数').min(0, '不能为负')
const head = {
  severity,
  forS: seconds.max(MAX_FOR_S, '持续时间最长 24 小时').default(0),
  clearForS: seconds.max(MAX_FOR_S, '恢复时间最长 24 小时').default(60),
}
const figure = z.number('请输入数值')
/** Unit of the adjacent figures if it is not the metric's; they are converted, and stored rows have none. */
const givenUnit = { unit: requiredText(16).optional() }

const threshold = {
  type: z.literal('threshold'),
  ...givenUnit,
  op: z.enum(['>', '>=', '<', '<='], '比较方式应为 >、>=、< 或 <='),
  value: figure,
  avgS: seconds.max(MAX_AVG_S, '平均时间最长 8 小时').default(0),
  clearValue: figure.optional(),
  n: z.number().int().min(1).max(60).optional(),
  m: z.number().int().min(1).max(60).optional(),
}
interface Threshold {
  readonly op: string
  readonly value: number
  readonly clearValue?: number | undefined
  readonly n?: number | undefined
  readonly m?: number | undefined
}
const isClearBehind = ({ op, value, clearValue }: Threshold) =>
  clearValue === undefined || (op.startsWith('>') ? clearValue <= value : clearValue >= value)
const CLEAR_BEYOND = { message: '恢复值不能越过触发值', path: ['clearValue'] }
const isCountWithin = ({ n = 1, m = 1 }: Threshold) => n <= m
const COUNT_BEYOND = { message: '次数不能多于样本数', path: ['n'] }

const LIMIT_KINDS = ['GB3095', 'AEGL', 'HJ169', 'IDLH', 'ERPG', 'OEL_MAC', 'OEL_TWA', 'OEL_STEL', 'OIL', 'OWN'] as const

const limit = {
  type: z.literal('limit'),
  kind: z.enum(LIMIT_KINDS),
  level: text(32).default(''),
  /** Multiple of the limit: 2 = 200 %. */
  share: z.number().min(0.01, '倍数应在 0.01 到 100 之间').max(100, '倍数应在 0.01 到 100 之间').optional(),
  avgPeriod: text(16).optional(),
  clearShare: z.number().min(0.1, '恢复比例应在 0.1 到 1 之间').max(1, '恢复比例应在 0.1 到 1 之间').default(0.9),
}
const rate = {
  type: z.literal('rate'),
  ...givenUnit,
  op: z.enum(['>', '<'], '比较方式应为 > 或 <'),
  perMin: figure,
  overS: seconds.min(10, '至少 10 秒').max(600, '最长 600 秒').default(60),
}
const deviation = {
  type: z.literal('deviation'),
  op: z.enum(['>', '<']).default('>'),
  sigmas: z
    .number('请输入 σ 的倍数')
    .min(2, 'σ 的倍数应在 2 到 100 之间')
    .max(100, 'σ 的倍数应在 2 到 100 之间')
    .default(6),
  atLeast: z.number().positive('应大于 0').optional(),
  times: z.number().min(1.1, '倍数应在 1.1 到 100 之间').max(100, '倍数应在 1.1 到 100 之间').optional(),
  n: z.number().int('应为整数').min(1, '至少 1 个样本').max(30, '最多 30 个样本').default(3),
}

/** A condition of a composite branch: like a branch of its type, without a severity of its own. */
const conditionHead = { forS: head.forS, clearForS: head.clearForS.unwrap().default(0), not: z.boolean().optional() }
const CONDITIONS = [
  z
    .object({ ...conditionHead, ...threshold })
    .refine(isClearBehind, CLEAR_BEYOND)
    .refine(isCountWithin, COUNT_BEYOND),
  z.object({ ...conditionHead, ...limit }).refine(({ kind }) => kind !== 'GB3095', {
    message: '小时和日均限值按整点判定，不能用于组合条件',
    path: ['level'],
  }),
  z.object({ ...conditionHead, ...rate }),
  z.object({ ...conditionHead, ...deviation }),
] as const
// Conditions refer to no branch and contain no others, so cycles are impossible.
const condition = z.discriminatedUnion(
  'type',
  CONDITIONS,
  '组合条件只能由阈值、限值、变化率和偏离组成，不能嵌套，也不能引用其他分支',
)

/** Each branch type with its own fields (domain §3.8). */
const BRANCHES = [
  z
    .object({ ...head, ...threshold })
    .refine(isClearBehind, CLEAR_BEYOND)
    .refine(isCountWithin, COUNT_BEYOND),
  z.object({ ...head, ...limit }),
  z.object({ ...head, ...rate }),
  z.object({ ...head, ...deviation }),
  z.object({
    type: z.literal('composite'),
    ...head,
    conditions: z
      .array(condition)
      .min(2, '组合条件至少两项')
      .max(MAX_CONDITIONS, `组合条件最多 ${MAX_CONDITIONS} 项`)
      .refine(([first]) => first?.not !== true, { message: '第一项不能取反', path: [0, 'not'] }),
  }),
  z.object({ type: z.literal('nodata'), ...head, forS: head.forS.unwrap().min(60, '至少 60 秒') }),
  z.object({ type: z.literal('stuck'), ...head }),
  z.object({
    type: z.literal('status'),
    ...head,
    statuses: z.array(z.enum(['offline', 'fault', 'clock'])).min(1, '请选择状态'),
  }),
  z.object({
    type: z.literal('event'),
    ...head,
    eventType: requiredText(64),
    maxLevel: z.number().int().min(1).max(5).optional(),
  }),
  z.object({
    type: z.literal('toxicLoad'),
    ...head,
    level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  }),
  z.object({
    type: z.literal('index'),
    ...head,
    of: z.enum(['station', 'city']).default('station'),
    span: z.enum(['hour', 'day']).default('hour'),
    value: z
      .number('请输入 AQI')
      .int('AQI 应为整数')
      .min(1, 'AQI 应在 1 到 500 之间')
      .max(500, 'AQI 应在 1 到 500 之间'),
  }),
  z.object({
    type: z.literal('cluster'),
    ...head,
    forS: seconds.max(0, '汇聚分支不设持续时间').default(0),
    of: z.enum(['station', 'device']).default('station'),
    count: z.number('请输入数量').int('应为整数').min(2, '数量应在 2 到 50 之间').max(50, '数量应在 2 到 50 之间'),
    radiusKm: z.number('请输入半径').min(0.1, '半径应在 0.1 到 500 km 之间').max(500, '半径应在 0.1 到 500 km 之间'),
    withinS: seconds.min(10, '至少 10 秒').max(MAX_FOR_S, '最长 24 小时'),
  }),
] as const
/** One branch of a rule. */
export const ruleBranch = z.discriminatedUnion('type', BRANCHES, '没有这种分支类型')

const escalationStep = z.object({
  afterS: seconds.min(60, '至少 60 秒').max(7 * 86_400, '最长 7 天'),
  toRole: requiredText(64),
  /** A level (`national`, `province`, `special`) or the id of a duty team. */
  toDuty: rowId.optional(),
})
const steps = z.array(escalationStep).max(5)

export const corroboration = z.object({
  neighbours: z.number().int().min(1).max(20),
  radiusKm: z.number().positive().max(500),
  capSeverity: severity.default(4),
  verifyS: seconds.min(60).max(86_400).default(600),
})

export const ruleBranches = z
  .array(ruleBranch)
  .min(1, '至少需要一个级别分支')
  .max(MAX_BRANCHES, `最多 ${MAX_BRANCHES} 个分支`)
  .refine((branches) => subjectsOf(branches.map(({ type }) => type)).length <= 1, {
    message: '通道条件、设备条件和空气质量指数不能放在同一条规则里',
  })
  .superRefine((branches, context) => {
    const clusters = branches.flatMap(({ type }, index) => (type === 'cluster' ? [index] : []))
    const refuse = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: [index, 'count'], message })
    for (const index of clusters.slice(1)) refuse(index, '一条规则最多一个汇聚分支')
    if (clusters[0] !== undefined && clusters.length === branches.length)
      refuse(clusters[0], '汇聚分支合并同一规则的其他报警，须另有至少一个分支')
  })

export const escalation = z.object({
  1: steps.optional(),
  2: steps.optional(),
  3: steps.optional(),
  4: steps.optional(),
  5: steps.optional(),
})

/** The deciding part of a rule. */
export const ruleBody = z.object({
  place: z.enum(['public', 'work']).default('public'),
  scope: ruleScope.default({}),
  branches: ruleBranches,
  corroborate: corroboration.nullish(),
  autoClear: z.boolean().default(true),
  latch: z.boolean().default(true),
  escalate: escalation.nullish(),
})
export type RuleBodyInput = z.input<typeof ruleBody>
/** The parsed value is exactly what the engine judges by. */
export const toRuleBody = (parsed: z.output<typeof ruleBody>): RuleBody => parsed
