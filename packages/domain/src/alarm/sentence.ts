import { formatExact } from '../format.ts'
import type { LimitKind, Severity } from '../limit.ts'
import { OWN_LIMIT, ownLimitName } from '../own-limit.ts'
import { spanText } from './comparison.ts'
import { isUpward } from './hysteresis.ts'
import type {
  ClusterBranch,
  Condition,
  DeviationBranch,
  EventBranch,
  IndexBranch,
  Operator,
  RuleBody,
  RuleBranch,
  RuleScope,
} from './rule.ts'
import { PERIOD_TEXTS, quantity, SEVERITY_NAMES, spaceBetween } from './words.ts'

/** A piece of a line; with `field` it is editable: `branches.0.forS`, a path into the rule's body. */
export interface SentencePart {
  readonly text: string
  readonly field?: string
}

/** One line of a rule's sentence; a branch's line carries its severity for the glyph. */
export interface SentenceLine {
  readonly severity?: Severity
  readonly parts: readonly SentencePart[]
}

/** Labels for the codes in a rule; an unknown code is shown as is. */
export interface SentenceNames {
  readonly metric?: (code: string) => string | undefined
  readonly unit?: (metricCode: string) => string | undefined
  readonly region?: (prefix: string) => string | undefined
  readonly stationType?: (code: string) => string | undefined
  readonly deviceKind?: (code: string) => string | undefined
  readonly device?: (id: string) => string | undefined
  readonly station?: (id: string) => string | undefined
  readonly model?: (id: string) => string | undefined
  readonly eventType?: (code: string) => string | undefined
}

const REACHES: Readonly<Record<Operator, string>> = { '>': '高于', '>=': '达到', '<': '低于', '<=': '降到' }
const STATUS_NAMES = { offline: '离线', fault: '故障', clock: '时钟异常' } as const

const plain = (text: string): SentencePart => ({ text })
const listed = (values: readonly string[], nameOf: (value: string) => string | undefined = () => undefined) =>
  values.map((value) => nameOf(value) ?? value).join('、')

/** A rule in Chinese: what it watches, one line per branch, its corroboration and how it ends. */
export function ruleSentence(body: RuleBody, names: SentenceNames): SentenceLine[] {
  const codes = body.scope.metricCodes ?? []
  // Figures are in the metric's unit; several metrics share a rule only where their units agree or do not matter.
  const units = new Set(codes.map((code) => names.unit?.(code) ?? ''))
  const unit = units.size === 1 ? ([...units][0] ?? '') : ''
  const lines: SentenceLine[] = [
    { parts: scopeParts(body.scope, names) },
    ...body.branches.map((branch, i) => ({
      severity: branch.severity,
      parts: branchParts(branch, `branches.${i}`, { unit, names, canClear: body.autoClear }),
    })),
    ...corroborationLines(body),
    { parts: endParts(body) },
  ]
  return lines.map((line) => ({ ...line, parts: spaced(line.parts) }))
}

/** The space is a part of its own, so that it is not underlined. */
const spaced = (parts: readonly SentencePart[]): SentencePart[] =>
  parts.flatMap((part, i) => (spaceBetween(parts[i - 1]?.text ?? '', part.text) === '' ? [part] : [plain(' '), part]))

function scopeParts(scope: RuleScope, names: SentenceNames): SentencePart[] {
  const { metricCodes, regionPrefixes, stationTypes, stationIds, deviceKinds, deviceIds, modelIds, tags } = scope
  const conditions: readonly (readonly [key: keyof RuleScope, before: string, text: string, after: string])[] = [
    ['regionPrefixes', '', listed(regionPrefixes ?? [], names.region), ''],
    ['tags', '带', listed(tags ?? []), '标签的'],
    ['stationTypes', '', listed(stationTypes ?? [], names.stationType), '站点'],
    ['stationIds', '站点', listed(stationIds ?? [], names.station), ''],
    ['modelIds', '型号', listed(modelIds ?? [], names.model), ''],
    ['deviceKinds', '', listed(deviceKinds ?? [], names.deviceKind), ''],
    ['deviceIds', '设备', listed(deviceIds ?? [], names.device), ''],
  ]
  const where = conditions.flatMap(([key, before, text, after]) =>
    text === '' ? [] : [plain(before), { text, field: `scope.${key}` }, plain(after)],
  )
  const metrics = listed(metricCodes ?? [], names.metric)
  // With named devices or stations the country is not mentioned.
  const isAnywhere = [regionPrefixes, stationIds, deviceIds].every((list = []) => list.length === 0)
  return [
    ...(isAnywhere ? [{ text: '全国', field: 'scope.regionPrefixes' }] : []),
    ...where,
    plain('，'),
    metrics === '' ? { text: '全部因子', field: 'scope.metricCodes' } : { text: metrics, field: 'scope.metricCodes' },
    plain('：'),
  ].filter(({ text }) => text !== '')
}

interface BranchContext {
  readonly unit: string
  readonly names: SentenceNames
  readonly canClear: boolean
}

function branchParts(branch: RuleBranch, path: string, context: BranchContext): SentencePart[] {
  const at = (key: string) => `${path}.${key}`
  const hold: SentencePart[] =
    branch.forS > 0
      ? [plain(branch.type === 'nodata' ? '达' : '并持续'), { text: spanText(branch.forS), field: at('forS') }]
      : []
  return [
    ...conditionParts(branch, at, context),
    ...hold,
    plain(branch.type === 'cluster' ? '，合并报' : '，报'),
    { text: SEVERITY_NAMES[branch.severity], field: at('severity') },
    ...(context.canClear ? [plain('；'), ...clearParts(branch, at, context.unit)] : []),
    plain('。'),
  ]
}

type FieldOf = (key: string) => string

function conditionParts(branch: RuleBranch | Condition, at: FieldOf, context: BranchContext): SentencePart[] {
  const { unit, names } = context
  switch (branch.type) {
    case 'threshold':
      return [
        { text: branch.avgS > 0 ? `${spanText(branch.avgS)} 滑动均值` : '单个读数', field: at('avgS') },
        ...readingsParts(branch.n, branch.m, at),
        { text: REACHES[branch.op], field: at('op') },
        { text: quantity(branch.value, unit), field: at('value') },
      ]
    case 'limit':
      return [
        { text: averagingText(branch.kind, branch.avgPeriod), field: at('avgPeriod') },
        plain('达到'),
        { text: limitText(branch.kind, branch.level), field: at('level') },
        ...(branch.share === undefined || branch.share === 1
          ? []
          : [plain('的'), { text: `${formatExact(branch.share * 100)} %`, field: at('share') }]),
      ]
    case 'rate':
      return [
        { text: spanText(branch.overS), field: at('overS') },
        plain(branch.op === '>' ? '内每分钟上升超过' : '内每分钟下降超过'),
        { text: quantity(Math.abs(branch.perMin), unit), field: at('perMin') },
      ]
    case 'deviation':
      return [
        ...(branch.n > 1 ? [plain('连续'), { text: `${branch.n} 个`, field: at('n') }] : []),
        plain(branch.op === '>' ? '读数高于本周同时段基线' : '读数低于本周同时段基线'),
        ...deviationParts(branch, at, unit),
      ]
    case 'nodata':
      return [plain('没有可用数据')]
    case 'stuck':
      return [plain('数值僵死')]
    case 'status':
      return [plain('设备'), { text: branch.statuses.map((s) => STATUS_NAMES[s]).join('或'), field: at('statuses') }]
    case 'event':
      return eventParts(branch, at, names)
    case 'composite':
      return branch.conditions.flatMap((condition, i) => joinedParts(condition, i, at, context))
    case 'index':
      return indexParts(branch, at)
    case 'cluster':
      return [
        { text: spanText(branch.withinS), field: at('withinS') },
        plain('内，'),
        { text: quantity(branch.radiusKm, 'km'), field: at('radiusKm') },
        plain('内有'),
        { text: unitsText(branch), field: at('count') },
        plain('先后报警且未恢复'),
      ]
    default:
      return [plain('空气毒性等级达到'), { text: `${branch.level} 级`, field: at('level') }]
  }
}

/** A condition of a composite branch with the word that joins it to the previous one. */
function joinedParts(condition: Condition, index: number, at: FieldOf, context: BranchContext): SentencePart[] {
  const of = (key: string) => at(`conditions.${index}.${key}`)
  const joint = index === 0 ? [] : [plain(condition.not ? '，且没有' : '，且')]
  const held: SentencePart[] =
    condition.forS > 0 ? [plain('持续'), { text: spanText(condition.forS), field: of('forS') }] : []
  return [...joint, ...conditionParts(condition, of, context), ...held]
}

const eventParts = ({ eventType, maxLevel }: EventBranch, at: FieldOf, names: SentenceNames): SentencePart[] => [
  plain('设备上报'),
  { text: names.eventType?.(eventType) ?? eventType, field: at('eventType') },
  ...(maxLevel === undefined
    ? [plain('事件')]
    : [plain('事件且等级不低于'), { text: `${maxLevel} 级`, field: at('maxLevel') }]),
]

const indexParts = ({ of, span, value }: IndexBranch, at: FieldOf): SentencePart[] => [
  { text: of === 'city' ? '城市' : '站点', field: at('of') },
  { text: span === 'day' ? '日 AQI' : '小时 AQI', field: at('span') },
  plain('达到'),
  { text: formatExact(value), field: at('value') },
]

/** `3 个站点`, `3 台设备` */
export const unitsText = ({ of, count }: Pick<ClusterBranch, 'of' | 'count'>): string =>
  of === 'station' ? `${count} 个站点` : `${count} 台设备`

function deviationParts(
  { times, sigmas, atLeast }: Omit<DeviationBranch, 'severity'>,
  at: FieldOf,
  unit: string,
): SentencePart[] {
  if (times !== undefined) return [plain('达'), { text: `${formatExact(times)} 倍`, field: at('times') }]
  const least = atLeast === undefined ? [] : [plain('且至少'), { text: quantity(atLeast, unit), field: at('atLeast') }]
  return [plain('达'), { text: `${formatExact(sigmas)} σ`, field: at('sigmas') }, ...least]
}

function readingsParts(n: number | undefined, m: number | undefined, at: FieldOf): SentencePart[] {
  if (n === undefined || (n === 1 && (m ?? 1) === 1)) return []
  const last = m ?? n
  if (n === last) return [plain('连续'), { text: `${n} 次`, field: at('n') }]
  return [plain('最近'), { text: `${last} 次`, field: at('m') }, plain('中有'), { text: `${n} 次`, field: at('n') }]
}

function clearParts(branch: RuleBranch, at: FieldOf, unit: string): SentencePart[] {
  const held: SentencePart[] =
    branch.clearForS > 0 ? [plain('满'), { text: spanText(branch.clearForS), field: at('clearForS') }] : []
  const end = plain(held.length > 0 ? '降级或恢复' : '即降级或恢复')
  switch (branch.type) {
    case 'limit':
      return [
        plain('低于限值的'),
        { text: `${formatExact(branch.clearShare * 100)} %`, field: at('clearShare') },
        ...held,
        end,
      ]
    case 'threshold': {
      const back = isUpward(branch.op) ? '低于' : '高于'
      const value = branch.clearValue === undefined ? '恢复值' : quantity(branch.clearValue, unit)
      return [plain(back), { text: value, field: at('clearValue') }, ...held, end]
    }
    case 'cluster':
      return [plain('不足'), { text: unitsText(branch), field: at('count') }, ...held, end]
    default:
      return [plain('条件不再成立'), ...held, end]
  }
}

function corroborationLines({ corroborate }: RuleBody): SentenceLine[] {
  if (!corroborate) return []
  const at = (key: string) => `corroborate.${key}`
  return [
    {
      parts: [
        { text: `${formatExact(corroborate.radiusKm)} km`, field: at('radiusKm') },
        plain('内另有'),
        { text: `${corroborate.neighbours} 台`, field: at('neighbours') },
        plain('设备印证前不高于'),
        { text: SEVERITY_NAMES[corroborate.capSeverity], field: at('capSeverity') },
        plain('，'),
        { text: spanText(corroborate.verifyS), field: at('verifyS') },
        plain('无人核实升至重大。'),
      ],
    },
  ]
}

const endParts = ({ autoClear, latch }: RuleBody): SentencePart[] => [
  ...(autoClear
    ? [{ text: latch ? '恢复后仍须确认' : '恢复后无须确认', field: 'latch' }]
    : [{ text: '只能由人员解除', field: 'autoClear' }]),
  plain('。数据中断不算恢复。'),
]

const LIMIT_NAMES: Readonly<Record<LimitKind, string>> = {
  GB3095: 'GB 3095 限值',
  IAQI_BP: 'IAQI',
  AEGL: 'AEGL',
  HJ169: '大气毒性',
  IDLH: 'IDLH',
  ERPG: 'ERPG',
  OEL_MAC: 'MAC',
  OEL_TWA: 'TWA',
  OEL_STEL: 'STEL',
  OIL: 'OIL',
  DOSE: '剂量限值',
  CLIN: '临床界值',
  OWN: OWN_LIMIT,
}
const JOINED_BY_HYPHEN: ReadonlySet<LimitKind> = new Set(['AEGL', 'ERPG'])
const SINGLE_READINGS: ReadonlySet<LimitKind> = new Set(['IDLH', 'OEL_MAC', 'OIL'])
function limitText(kind: LimitKind, level: string): string {
  if (level === '') return LIMIT_NAMES[kind]
  if (kind === 'OWN' && /^[1-5]$/.test(level)) return ownLimitName(level)
  return JOINED_BY_HYPHEN.has(kind)
    ? `${kind}-${level}`
    : `${LIMIT_NAMES[kind]}${/^\d/.test(level) ? ' ' : spaceBetween(LIMIT_NAMES[kind], level)}${level}`
}

function averagingText(kind: LimitKind, avgPeriod: string | undefined): string {
  if (avgPeriod !== undefined) return PERIOD_TEXTS[avgPeriod] ?? avgPeriod
  return SINGLE_READINGS.has(kind) ? '单个读数' : '各时段均值'
}
