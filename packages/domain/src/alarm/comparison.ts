import type { LimitKind, Severity } from '../limit.ts'
import { meanWindow } from '../mean-window.ts'
import type { Metric, MetricAgg } from '../metric.ts'
import type { Baseline, BaselineLine } from './baseline.ts'
import { clearOperator, hysteresis, isUpward } from './hysteresis.ts'
import {
  type CompositeBranch,
  type DeviationBranch,
  type IndexBranch,
  type LimitBranch,
  MAX_AVG_S,
  type Operator,
  type RateBranch,
  type RuleBranch,
  type ThresholdBranch,
  type ToxicLoadBranch,
} from './rule.ts'
import { TOXIC_WINDOWS_MIN, toxicLines } from './toxic-level.ts'

/** What is compared: a reading, a running mean, a change per minute, or the mean of a full clock hour or GMT+8 day. */
export type ComparisonFigure =
  | { readonly kind: 'sample' }
  | { readonly kind: 'mean'; readonly avgS: number }
  | { readonly kind: 'rate'; readonly overS: number }
  | { readonly kind: 'clock'; readonly avgPeriod: string }

/** Whether two comparisons use the same quantity: readings are not comparable with means. */
export function isSameFigure(a: ComparisonFigure, b: ComparisonFigure): boolean {
  switch (a.kind) {
    case 'mean':
      return b.kind === 'mean' && a.avgS === b.avgS
    case 'rate':
      return b.kind === 'rate' && a.overS === b.overS
    case 'clock':
      return b.kind === 'clock' && a.avgPeriod === b.avgPeriod
    default:
      return b.kind === 'sample'
  }
}

/** A branch resolved for one channel: limits looked up, values in the channel's unit. */
export interface Comparison {
  /** Index in the rule's branches. */
  readonly branch: number
  readonly severity: Severity
  readonly figure: ComparisonFigure
  readonly op: Operator
  readonly value: number
  readonly clearOp: Operator
  readonly clearValue: number
  readonly forS: number
  readonly clearForS: number
  /** `n` of the last `m` judgements, 1 ≤ n ≤ m ≤ {@link MAX_READINGS}. */
  readonly n: number
  readonly m: number
  /** A moving line that replaces `value`; `value` then holds the static equivalent. */
  readonly line?: BaselineLine
  /** Name of the limit with its averaging time: `AEGL-2（60 min）`. */
  readonly text?: string
  /** Limit set that contains it. */
  readonly setLabel?: string
  /** Further conditions that must hold as well. */
  readonly also?: readonly Also[]
  /** What is judged instead of the channel, which only carries the alarm: `苏州 AQI`. It has no unit. */
  readonly about?: string
}

/** Places whose index alarms are carried by a channel: one channel per place. */
export interface IndexPlaces {
  readonly station?: { readonly id: string; readonly name: string }
  readonly city?: { readonly id: string; readonly name: string }
}

/** A further condition: it holds when any of its comparisons is on; with `not`, when none of them is. */
export interface Also {
  readonly not: boolean
  readonly comparisons: readonly Comparison[]
}

/** All comparisons, including further conditions. */
export const withAlso = (comparisons: readonly Comparison[]): Comparison[] =>
  comparisons.flatMap((comparison) => [comparison, ...(comparison.also ?? []).flatMap((also) => also.comparisons)])

/** A limit in force for a channel, in the metric's storage unit; `avgPeriod` may also be custom, such as `90s`. */
export interface ChannelLimit {
  readonly kind: LimitKind
  readonly level: string
  readonly avgPeriod: string
  readonly op: '>' | '>='
  readonly value: number
  /** Short name, from `limitName`. */
  readonly name: string
  readonly setLabel?: string
}

/** Context in which a branch is compiled. */
export interface CompileContext {
  readonly metric: Pick<Metric, 'code' | 'unit' | 'agg'>
  /** 0 = no period. */
  readonly periodS: number
  readonly limits: readonly ChannelLimit[]
  readonly baseline?: Baseline | undefined
  readonly index?: IndexPlaces | undefined
}

/** Number of judgements remembered for n of m. */
export const MAX_READINGS = 30
/** From this period on a single reading is enough: the next one is minutes away. */
const SLOW_PERIOD_S = 300
/** Step of clock means (hours and GMT+8 days), s. */
const CLOCK_STEP_S: Readonly<Record<string, number>> = {
  '1h': 3_600,
  day8h: 3_600,
  day: 86_400,
  'aqi-hour-station': 3_600,
  'aqi-hour-city': 3_600,
  'aqi-day-station': 86_400,
  'aqi-day-city': 86_400,
}

/** The averaging period under which an index is passed to `takeClock`. */
export const indexPeriod = ({ span, of }: Pick<IndexBranch, 'span' | 'of'>) => `aqi-${span}-${of}` as const
export type IndexPeriod = ReturnType<typeof indexPeriod>
/** Seconds from one clock mean to the next; undefined if it is not a clock mean. */
export const clockStepS = (avgPeriod: string): number | undefined => CLOCK_STEP_S[avgPeriod]

/** All comparisons of a rule for one channel; branches with other subjects and limits the channel lacks give none. */
export const compileBranches = (branches: readonly RuleBranch[], context: CompileContext): Comparison[] =>
  branches.flatMap((branch, index) => compileBranch(branch, index, context))

/** Comparisons of one branch for one channel: one per averaging period of a limit, none for other subjects. */
export function compileBranch(branch: RuleBranch, index: number, context: CompileContext): Comparison[] {
  switch (branch.type) {
    case 'threshold':
      return [ofThreshold(branch, index, context)]
    case 'rate':
      return [ofRate(branch, index)]
    case 'deviation':
      return context.baseline ? [ofDeviation(branch, index, context.baseline)] : []
    case 'limit':
      return context.limits
        .filter((limit) => isMeant(branch, limit))
        .flatMap((limit) => ofLimit(branch, index, limit, context.periodS))
    case 'toxicLoad':
      return ofToxicLoad(branch, index, context)
    case 'composite':
      return ofComposite(branch, index, context)
    case 'index':
      return ofIndex(branch, index, context)
    default:
      return []
  }
}

/** Empty if the channel lacks the subject of a condition; a `not` condition without subject is dropped. */
function ofComposite(branch: CompositeBranch, index: number, context: CompileContext): Comparison[] {
  const { severity, forS, clearForS } = branch
  const [first = [], ...others] = branch.conditions.map((condition) =>
    compileBranch({ ...condition, severity }, index, context).filter(({ figure }) => figure.kind !== 'clock'),
  )
  const also = others
    .map((comparisons, i) => ({ comparisons, not: branch.conditions[i + 1]?.not === true }))
    .filter(({ comparisons, not }) => comparisons.length > 0 || !not)
  if (also.some(({ comparisons }) => comparisons.length === 0)) return []
  return first.map((comparison) => ({
    ...comparison,
    forS: Math.max(forS, comparison.forS),
    clearForS: Math.max(clearForS, comparison.clearForS),
    also,
  }))
}

const isMeant = (branch: LimitBranch, limit: ChannelLimit) =>
  limit.kind === branch.kind &&
  limit.level === branch.level &&
  (branch.avgPeriod === undefined || branch.avgPeriod === limit.avgPeriod)

function ofThreshold(branch: ThresholdBranch, index: number, { metric }: CompileContext): Comparison {
  const { severity, forS, clearForS, op, value, avgS, n = 1, m = n } = branch
  const back = hysteresis(value, metric)
  const clearValue = branch.clearValue ?? (isUpward(op) ? value - back : value + back)
  return {
    branch: index,
    severity,
    figure: avgS > 0 ? { kind: 'mean', avgS } : { kind: 'sample' },
    op,
    value,
    clearOp: clearOperator(op, value, clearValue),
    clearValue,
    forS,
    clearForS,
    n: Math.min(n, MAX_READINGS),
    m: Math.min(Math.max(n, m), MAX_READINGS),
  }
}

/** A change clears when it has fallen to this share of the branch's value. */
const RATE_CLEAR_SHARE = 0.9

function ofRate({ severity, forS, clearForS, op, perMin, overS }: RateBranch, index: number): Comparison {
  const clearValue = perMin * RATE_CLEAR_SHARE
  return {
    branch: index,
    severity,
    figure: { kind: 'rate', overS },
    op,
    value: perMin,
    clearOp: clearOperator(op, perMin, clearValue),
    clearValue,
    forS,
    clearForS,
    n: 1,
    m: 1,
  }
}

function ofDeviation(branch: DeviationBranch, index: number, baseline: Baseline): Comparison {
  const { severity, forS, clearForS, op, sigmas, atLeast = 0, times = 0, n } = branch
  const readings = Math.min(n, MAX_READINGS)
  return {
    branch: index,
    severity,
    figure: { kind: 'sample' },
    op: op === '>' ? '>=' : '<=',
    value: Number.NaN,
    clearOp: op === '>' ? '<' : '>',
    clearValue: Number.NaN,
    line: { baseline, sigmas: op === '>' ? sigmas : -sigmas, atLeast, times },
    forS,
    clearForS,
    n: readings,
    m: readings,
    text: times > 0 ? `基线的 ${times} 倍` : `基线 ${op === '>' ? '+' : '−'} ${sigmas} σ`,
  }
}

function ofLimit(branch: LimitBranch, index: number, limit: ChannelLimit, periodS: number): Comparison[] {
  const figure = figureOf(limit.avgPeriod)
  if (!figure) return []
  const { share = 1 } = branch
  const value = limit.value * share
  const clearValue = value * branch.clearShare
  // Two consecutive readings, so that one bad reading raises no alarm; a breath test has only one.
  const readings = figure.kind === 'sample' && periodS > 0 && periodS < SLOW_PERIOD_S ? 2 : 1
  // A clock mean covers its whole hour or day, so shorter holds are already met.
  const beyond = figure.kind === 'clock' ? (clockStepS(figure.avgPeriod) ?? 0) : 0
  return [
    {
      branch: index,
      severity: branch.severity,
      figure,
      op: limit.op,
      value,
      clearOp: clearOperator(limit.op, value, clearValue),
      clearValue,
      forS: branch.forS > beyond ? branch.forS : 0,
      clearForS: branch.clearForS > beyond ? branch.clearForS : 0,
      n: readings,
      m: readings,
      text: limitText(limit.name, share, figure),
      ...(limit.setLabel !== undefined && { setLabel: limit.setLabel }),
    },
  ]
}

/** `AEGL-2（60 min）`, `MAC × 200 %`. */
const limitText = (name: string, share: number, figure: ComparisonFigure) =>
  [
    name,
    ...(share === 1 ? [] : [` × ${Number((share * 100).toPrecision(4))} %`]),
    ...(figure.kind === 'mean' ? [`（${spanText(figure.avgS)}）`] : []),
  ].join('')

const TOXIC_NAMES = { 1: '关注', 2: '预警', 3: '危险', 4: '致命' } as const
/** A level clears after 60 s below 90 % of its line (domain §5.4). */
const TOXIC_CLEAR_SHARE = 0.9
const TOXIC_CLEAR_S = 60

/**
 * The air toxicity level, expressed by its parts: any window of the channel that reaches the level's line, or the IDLH.
 */
function ofToxicLoad(branch: ToxicLoadBranch, index: number, { limits }: CompileContext): Comparison[] {
  const lines = toxicLines(limits)
  if (!lines) return []
  const { severity, forS, clearForS, level } = branch
  const setLabel = limits.find(({ kind }) => kind === 'AEGL' || kind === 'HJ169')?.setLabel
  const reaching = (avgS: number, value: number): Comparison => ({
    branch: index,
    severity,
    figure: { kind: 'mean', avgS },
    op: '>=',
    value,
    clearOp: '<',
    clearValue: value * TOXIC_CLEAR_SHARE,
    forS,
    clearForS: Math.max(clearForS, TOXIC_CLEAR_S),
    n: 1,
    m: 1,
    text: `ATL ${level} ${TOXIC_NAMES[level]}（${spanText(avgS)}）`,
    ...(setLabel !== undefined && { setLabel }),
  })
  const windows = TOXIC_WINDOWS_MIN.flatMap((minutes) => {
    const row = lines.windows[minutes]
    const value = row && { 1: row.warning / 2, 2: row.warning, 3: row.danger, 4: row.lethal }[level]
    return value !== undefined && Number.isFinite(value) ? [reaching(minutes * 60, value)] : []
  })
  const { idlh, danger60 } = lines
  if (idlh === undefined) return windows
  // An IDLH below the 60-min AEGL-2 counts as 3.
  const idlhLevel = danger60 !== undefined && idlh < danger60 ? 3 : 4
  return level <= idlhLevel ? [...windows, reaching(60, idlh)] : windows
}

function ofIndex(branch: IndexBranch, index: number, context: CompileContext): Comparison[] {
  const place = context.index?.[branch.of]
  if (!place) return []
  const avgPeriod = indexPeriod(branch)
  // A report covers its whole hour or day, so shorter holds are already met.
  const beyond = clockStepS(avgPeriod) ?? 0
  const { severity, value, forS, clearForS } = branch
  return [
    {
      branch: index,
      severity,
      figure: { kind: 'clock', avgPeriod },
      op: '>=',
      value,
      clearOp: '<',
      clearValue: value,
      forS: forS > beyond ? forS : 0,
      clearForS: clearForS > beyond ? clearForS : 0,
      n: 1,
      m: 1,
      about: `${place.name} AQI`,
    },
  ]
}

/** How a limit is averaged; undefined for means that apply to no live value: months, years, lifetime doses. */
function figureOf(avgPeriod: string): ComparisonFigure | undefined {
  if (avgPeriod === 'instant') return { kind: 'sample' }
  if (clockStepS(avgPeriod) !== undefined) return { kind: 'clock', avgPeriod }
  const window = meanWindow(avgPeriod)
  if (!window) return undefined
  const avgS = window.count * (window.unit === 'minutes' ? 60 : 3_600)
  return avgS <= MAX_AVG_S ? { kind: 'mean', avgS } : undefined
}

/** `60 min`, `8 h`, `90 s`; whole hours from 2 h on, as the standards print them. */
export function spanText(seconds: number): string {
  if (seconds >= 7_200 && seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

/**
 * Whether no reading of an instrument can reach a comparison: readings beyond the range count as the end of the range
 * (量程低于限值，永远不会达到). Unknown ranges, changes and sums of readings are never out of reach.
 */
export function isOutOfReach(
  { figure, op, value }: Pick<Comparison, 'figure' | 'op' | 'value'>,
  rangeHi: number | null,
  agg: MetricAgg = 'avg',
): boolean {
  if (rangeHi === null || figure.kind === 'rate' || !isUpward(op)) return false
  if (agg === 'sum' && figure.kind !== 'sample') return false
  return op === '>' ? value >= rangeHi : value > rangeHi
}
