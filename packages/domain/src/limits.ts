import type { AvgPeriod, Limit, LimitKind, LimitSet, Severity } from './limit.ts'
import { LIMIT_ROWS, LIMIT_SET_ROWS } from './limits.data.ts'
import { type Metric, metricByCode } from './metrics.ts'
import { OWN_LIMIT } from './own-limit.ts'
import { calendarDayGmt8, DAY_MS, parseGmt8 } from './time.ts'
import { convert } from './units.ts'

export type { AvgPeriod, Confidence, Limit, LimitKind, LimitSet, Severity } from './limit.ts'

/** Every shipped limit set and limit (domain §5.1–5.6), for seeding. */
export const LIMIT_SETS: readonly LimitSet[] = LIMIT_SET_ROWS
export const LIMITS: readonly Limit[] = LIMIT_ROWS

/** Limits with their sets, as held by one process. Pure: day and zone are parameters. */
export type LimitBook = ReturnType<typeof createLimitBook>

export function createLimitBook(sets: readonly LimitSet[], limits: readonly Limit[]) {
  const setByCode: ReadonlyMap<string, LimitSet> = new Map(sets.map((set) => [set.code, set]))
  const byMetric = groupByMetric(limits)

  /**
   * The sets in force on a day.
   *
   * @param dayGmt8 `yyyy-MM-dd`: the statistical day the averaging interval belongs to (`statDayGmt8`).
   */
  const setsOn = (dayGmt8: string): LimitSet[] => sets.filter((set) => isValidOn(set, dayGmt8))

  /**
   * All limits of a metric in force on a day, in their published units.
   *
   * @param options.grade functional zone of the station; limits of the other zone are excluded, limits without a zone
   * stay. Without it both zones are returned.
   */
  function limitsFor(metricCode: string, dayGmt8: string, options: { readonly grade?: 1 | 2 } = {}): Limit[] {
    const { grade } = options
    return (byMetric.get(metricCode) ?? []).filter(
      (limit) =>
        isValidOn(setByCode.get(limit.setCode), dayGmt8) &&
        (grade === undefined || limit.grade === undefined || limit.grade === grade),
    )
  }

  /**
   * The few limits shown beside a live value or in a chart, ascending, in the storage unit: at most four published
   * ones, and those set by the network (OWN).
   *
   * Ambient air: the grade's hourly and daily limits; a reading is no annual mean, and measured against one every
   * ordinary winter day would be an exceedance. Toxic gases: the 60-minute AEGL row; without AEGL-1 the occupational
   * limit is the warning line, without AEGL-2 the HJ 169 pair, without both the IDLH (domain §5.4). Radiation: the
   * operational intervention levels.
   */
  function railLimits(metricCode: string, dayGmt8: string, options: { readonly grade?: 1 | 2 } = {}): LimitMark[] {
    const metric = metricByCode(metricCode)
    if (!metric) return []
    const found = limitsFor(metricCode, dayGmt8, { grade: options.grade ?? 2 })
    const marksOf = (chosen: readonly Limit[]) =>
      chosen.flatMap((limit) => toMark(metric, limit, setByCode.get(limit.setCode))).sort((a, b) => a.value - b.value)
    const published = marksOf(metric.category === 'tox' ? pickToxic(metric, found) : found.filter(isShownDirectly))
    const own = marksOf(found.filter(({ kind }) => kind === 'OWN'))
    return [...published.slice(0, MAX_MARKS), ...own].sort((a, b) => a.value - b.value)
  }

  // The day after a set's last day is the first without it.
  const changeDays = [
    ...new Set(sets.flatMap(({ validFrom, validTo }) => [validFrom, ...(validTo ? [dayAfter(validTo)] : [])])),
  ]

  return {
    setByCode: (code: string) => setByCode.get(code),
    setsOn,
    limitsFor,
    railLimits,
    /** First days, `yyyy-MM-dd`, on which other limits are in force than the day before; ascending. */
    changeDays: changeDays.toSorted(),
  }
}

function groupByMetric(limits: readonly Limit[]): ReadonlyMap<string, readonly Limit[]> {
  const groups = new Map<string, Limit[]>()
  for (const limit of limits) {
    const group = groups.get(limit.metricCode)
    if (group) group.push(limit)
    else groups.set(limit.metricCode, [limit])
  }
  return groups
}

const dayAfter = (day: string) => calendarDayGmt8((parseGmt8(`${day} 00:00:00`) ?? 0) + DAY_MS)

const isValidOn = (set: LimitSet | undefined, day: string) =>
  set !== undefined && set.validFrom <= day && (set.validTo === undefined || day <= set.validTo)

/** One tick of a limit rail or one line of a chart, in the metric's storage unit. */
export interface LimitMark {
  /** Short name: `AEGL-2`, `二级日均`, `MAC`. */
  readonly name: string
  readonly value: number
  readonly avgPeriod: AvgPeriod
  readonly op: Limit['op']
  readonly severity: Severity
  /** Set name with its standard number and validity, for the legend. */
  readonly source: string
}

const MAX_MARKS = 4
const GRADE_NAMES = { 1: '一级', 2: '二级' } as const
const PERIOD_NAMES: Partial<Record<AvgPeriod, string>> = {
  '1h': '小时',
  day: '日均',
  day8h: '日最大 8 h',
  quarter: '季均',
  year: '年均',
}
const KIND_NAMES: Partial<Record<LimitKind, string>> = {
  OEL_MAC: 'MAC',
  OEL_STEL: 'STEL',
  OEL_TWA: 'TWA',
  OWN: OWN_LIMIT,
}

/** Short name of a limit: `AEGL-2`, `二级日均`, `终点-2`, `OIL3`, `MAC`. */
export function limitName(limit: Limit): string {
  switch (limit.kind) {
    case 'GB3095':
      return `${limit.grade ? GRADE_NAMES[limit.grade] : ''}${PERIOD_NAMES[limit.avgPeriod] ?? limit.avgPeriod}`
    case 'AEGL':
    case 'ERPG':
      return `${limit.kind}-${limit.level}`
    case 'OIL':
      return `OIL${limit.level}`
    case 'HJ169':
    case 'CLIN':
    case 'DOSE':
      return limit.level
    case 'IAQI_BP':
      return `IAQI ${limit.level}`
    default:
      return KIND_NAMES[limit.kind] ?? limit.kind
  }
}

/** `环境空气质量标准 2026（过渡期） GB 3095-2026，2026-03-01 – 2030-12-31`. */
export function limitSetLabel(set: LimitSet): string {
  const isOpen = set.validFrom === '1970-01-01'
  const validity = isOpen ? '' : `，${set.validFrom} ${set.validTo === undefined ? '起' : `– ${set.validTo}`}`
  return `${set.name} ${set.standardNo}${validity}`
}

const SHOWN_KINDS: ReadonlySet<LimitKind> = new Set(['GB3095', 'OIL', 'CLIN'])
/** Means over more than a day are not comparable with a current value. */
const LONG_MEANS: ReadonlySet<AvgPeriod> = new Set(['month', 'quarter', 'year'])
const isShownDirectly = (limit: Limit) =>
  SHOWN_KINDS.has(limit.kind) && !LONG_MEANS.has(limit.avgPeriod) && !limit.level.startsWith('儿童')

function pickToxic(metric: Metric, limits: readonly Limit[]): Limit[] {
  const of = (kind: LimitKind) => limits.filter((limit) => limit.kind === kind)
  const aegl = of('AEGL').filter((limit) => limit.avgPeriod === '60min')
  const serious = aegl.length > 0 ? aegl : of('HJ169').length > 0 ? of('HJ169') : of('IDLH')
  if (aegl.some((limit) => limit.level === '1')) return serious
  const occupational = of('OEL_MAC')[0] ?? of('OEL_STEL')[0] ?? of('OEL_TWA')[0]
  const level2 = serious.map((limit) => inStorageUnit(metric, limit) ?? Number.POSITIVE_INFINITY)
  const warning = occupational && inStorageUnit(metric, occupational)
  // A warning line is never above AEGL-2 (domain §5.4).
  return occupational && warning !== undefined && warning <= Math.min(...level2) ? [occupational, ...serious] : serious
}

const inStorageUnit = (metric: Metric, limit: Limit) => convert(limit.value, limit.unit, metric.unit, metric)

/** The value of a limit in the storage unit of its metric, for drawing and comparing; undefined if not convertible. */
export function storedLimitValue(metric: Metric, limit: Limit): number | undefined {
  const value = inStorageUnit(metric, limit)
  return value === undefined ? undefined : roundTo4(value)
}

function toMark(metric: Metric, limit: Limit, set: LimitSet | undefined): LimitMark[] {
  const value = storedLimitValue(metric, limit)
  if (value === undefined || !set || limit.severity === undefined) return []
  const { avgPeriod, op, severity } = limit
  return [{ name: limitName(limit), value, avgPeriod, op, severity, source: limitSetLabel(set) }]
}

/** Drops digits created by conversion: 1 mg/m³ of chlorine is 0.3448 ppm, not 0.34482272… */
const roundTo4 = (value: number) => Number(value.toPrecision(4))
