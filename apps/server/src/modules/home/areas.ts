import type { AreaPeriod, HomeAreas } from '@natim/contract/mon/home-cards'
import { metricByCode } from '@natim/domain/metrics'
import { regionByCode } from '@natim/domain/regions'
import { bucketEnd, DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { DeviceEntry } from '../live/index.ts'
import { type AreaBucket, countInstruments, findAreaBuckets } from './areas.repository.ts'

const CODE_DIGITS = 6

interface AreaSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

/** Days are GMT+8 days; the current hour or day is the last bucket. */
function areaSpan(period: AreaPeriod, nowMs: number): AreaSpan {
  const dayEndMs = bucketEnd(nowMs, DAY_MS)
  if (period === 'today') return { fromMs: dayEndMs - DAY_MS, toMs: bucketEnd(nowMs, HOUR_MS), stepMs: HOUR_MS }
  if (period === 'week') return { fromMs: dayEndMs - 7 * DAY_MS, toMs: bucketEnd(nowMs, HOUR_MS), stepMs: HOUR_MS }
  return { fromMs: dayEndMs - (period === 'month' ? 30 : 365) * DAY_MS, toMs: dayEndMs, stepMs: DAY_MS }
}

export interface AreaQuery {
  readonly metric: string
  readonly period: AreaPeriod
  readonly region?: string | undefined
}

/** One metric of the country by province, or of a region by city, as time series and ranking. */
export async function loadAreas(
  db: Db,
  devices: readonly DeviceEntry[],
  { metric, period, region }: AreaQuery,
  nowMs: number,
): Promise<HomeAreas> {
  const span = areaSpan(period, nowMs)
  const table = span.stepMs === HOUR_MS ? 'mon_r1h' : 'mon_r1d'
  const digits = region === undefined ? 2 : 4
  const channels = devices.flatMap((device) =>
    device.channels
      .filter((channel) => channel.enabled && channel.metricCode === metric)
      .map(({ channelNo }) => ({ deviceNo: device.deviceNo, channelNo, area: device.regionCode.slice(0, digits) })),
  )
  const [buckets, instruments] = await Promise.all([
    findAreaBuckets(db, table, channels, span.fromMs, span.toMs),
    countInstruments(db, table, channels, span.fromMs, span.toMs),
  ])
  const { unit = '', precision = 0 } = metricByCode(metric) ?? {}
  return { unit, precision, ...span, points: pointsOf(buckets, span), ranking: rankingOf(buckets, instruments) }
}

interface Total {
  readonly value: number
  readonly min: number
  readonly max: number
}

/** Mean over all measurements in the buckets, weighted by their count. */
function totalOf(buckets: readonly AreaBucket[]): Total {
  let [sum, n, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const bucket of buckets) {
    sum += bucket.sum
    n += bucket.n
    min = Math.min(min, bucket.min)
    max = Math.max(max, bucket.max)
  }
  return { value: sum / n, min, max }
}

function pointsOf(buckets: readonly AreaBucket[], { fromMs, toMs, stepMs }: AreaSpan): HomeAreas['points'] {
  const byEnd = groupBy(buckets, ({ tMs }) => tMs)
  const points: HomeAreas['points'] = []
  for (let tMs = fromMs + stepMs; tMs <= toMs; tMs += stepMs) {
    const own = byEnd.get(tMs)
    points.push({ tMs, ...(own ? totalOf(own) : { value: null, min: null, max: null }) })
  }
  return points
}

function rankingOf(buckets: readonly AreaBucket[], instruments: ReadonlyMap<string, number>): HomeAreas['ranking'] {
  return [...groupBy(buckets, ({ area }) => area)]
    .map(([area, own]) => {
      const regionCode = area.padEnd(CODE_DIGITS, '0')
      const { value, max } = totalOf(own)
      const name = regionByCode(regionCode)?.shortName ?? regionCode
      return { regionCode, name, value, max, instruments: instruments.get(area) ?? 0 }
    })
    .sort((a, b) => b.value - a.value || (a.regionCode < b.regionCode ? -1 : 1))
}
