import {
  TOXIC_WINDOWS_MIN,
  type ToxicLines,
  type ToxicWindow,
  toxicLevel,
  toxicLines,
} from '@natim/domain/alarm/toxic-level'
import { type LimitBook, storedLimitValue } from '@natim/domain/limits'
import { ENOUGH_OF_WINDOW } from '@natim/domain/mean-window'
import { metricByCode } from '@natim/domain/metrics'
import { calendarDayGmt8, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { loadLimitBook } from '../limit/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import type { Steps, StepValue } from './step-value.ts'
import { findToxicSteps, type TenMinutes } from './toxic-steps.repository.ts'

const STEP_MIN = 10
const STEP_MS = STEP_MIN * MINUTE_MS
const LONGEST_STEPS = 480 / STEP_MIN

type Channel = DeviceEntry['channels'][number]
type LinesOf = (channel: Channel, tsMs: number) => ToxicLines | undefined

/**
 * Air toxicity level of every device at `count` instants ten minutes apart, the newest at the full minute `toMs`
 * (domain §5.4). The level follows the means directly: the 60 s delay before falling applies to alarms only.
 */
export async function loadToxicSteps(
  db: Db,
  devices: readonly DeviceEntry[],
  toMs: number,
  count: number,
): Promise<ReadonlyMap<number, Steps>> {
  const linesOf = linesIn(await loadLimitBook(db))
  const channels = devices.flatMap((device) =>
    device.isRetired
      ? []
      : device.channels.filter((channel) => channel.enabled && linesOf(channel, toMs) !== undefined),
  )
  const known = new Map(channels.map((channel) => [channel.channelNo, channel]))
  const byDevice = new Map<number, (StepValue & { readonly share: number })[][]>()
  for (const { channelNo, steps } of await findToxicSteps(db, channels, toMs, count + LONGEST_STEPS - 1)) {
    const channel = known.get(channelNo)
    if (channel === undefined) continue
    const own = byDevice.get(channel.deviceNo) ?? Array.from({ length: count }, () => [])
    byDevice.set(channel.deviceNo, own)
    const sums = runningSums(steps, count + LONGEST_STEPS)
    for (let back = 0; back < count; back++) {
      const value = valueAt(channel, sums, back, toMs - back * STEP_MS, linesOf)
      if (value) own[back]?.push(value)
    }
  }
  const worst = (values: readonly (StepValue & { readonly share: number })[]) =>
    values.toSorted((a, b) => b.level - a.level || b.share - a.share)[0]
  return new Map([...byDevice].map(([deviceNo, steps]) => [deviceNo, steps.map(worst)]))
}

/** Limits are shared by all channels of a metric: a few dozen a day. */
function linesIn(book: LimitBook): LinesOf {
  const cache = new Map<string, ToxicLines | undefined>()
  return ({ metricCode }, tsMs) => {
    const day = calendarDayGmt8(tsMs)
    const key = `${metricCode}|${day}`
    if (!cache.has(key)) cache.set(key, linesOn(book, metricCode, day))
    return cache.get(key)
  }
}

function linesOn(book: LimitBook, metricCode: string, day: string): ToxicLines | undefined {
  const metric = metricByCode(metricCode)
  if (metric?.category !== 'tox') return undefined
  return toxicLines(
    book.limitsFor(metricCode, day).flatMap((limit) => {
      const value = storedLimitValue(metric, limit)
      return value === undefined ? [] : [{ kind: limit.kind, level: limit.level, avgPeriod: limit.avgPeriod, value }]
    }),
  )
}

interface Sums {
  /** Prefix sums over the steps that are less far back; one entry more than steps. */
  readonly total: Float64Array
  readonly n: Float64Array
  readonly coverS: Float64Array
  readonly lastMean: ReadonlyMap<number, number>
}

function runningSums(steps: readonly TenMinutes[], count: number): Sums {
  const column = () => new Float64Array(count + 1)
  const sums = { total: column(), n: column(), coverS: column() }
  const lastMean = new Map<number, number>()
  const byBack = new Map(steps.map((step) => [step[0], step]))
  for (let back = 0; back < count; back++) {
    const [, total = 0, n = 0, coverS = 0, mean = null] = byBack.get(back) ?? []
    sums.total[back + 1] = (sums.total[back] ?? 0) + total
    sums.n[back + 1] = (sums.n[back] ?? 0) + n
    sums.coverS[back + 1] = (sums.coverS[back] ?? 0) + coverS
    if (mean !== null) lastMean.set(back, mean)
  }
  return { ...sums, lastMean }
}

/** Mean over the minutes before an instant; undefined when not sufficiently covered. */
function meanOver({ total, n, coverS }: Sums, back: number, window: ToxicWindow): number | undefined {
  const end = back + window / STEP_MIN
  const over = (column: Float64Array) => (column[end] ?? 0) - (column[back] ?? 0)
  const samples = over(n)
  return samples > 0 && over(coverS) >= ENOUGH_OF_WINDOW * window * 60 ? over(total) / samples : undefined
}

function valueAt(channel: Channel, sums: Sums, back: number, tsMs: number, linesOf: LinesOf) {
  const lines = linesOf(channel, tsMs)
  if (lines === undefined) return undefined
  const means = Object.fromEntries(TOXIC_WINDOWS_MIN.map((window) => [window, meanOver(sums, back, window)]))
  const minuteMean = sums.lastMean.get(back)
  const level = toxicLevel({ means, minuteMean }, lines)
  if (level === undefined) return undefined
  const shown = means[60] ?? means[10] ?? minuteMean ?? 0
  return {
    level,
    value: level,
    note: `${channel.formula ?? channel.metricName} ${shown.toFixed(channel.precision)} ${channel.unit}`,
    atMs: tsMs,
    share: lines.danger60 === undefined ? 0 : shown / lines.danger60,
  }
}
