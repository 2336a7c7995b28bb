import type { MarkEffect, MarkFigure } from '@natim/contract/mon/sample-mark'
import { captureOfDay, captureRates, type DayCounts, NO_COUNTS } from '@natim/domain/capture'
import { coveredInMinute, isValidDay, isValidHour, VALID_HOUR_S } from '@natim/domain/coverage'
import type { MetricAgg } from '@natim/domain/metrics'
import { isValidForStatistics, QUALITY } from '@natim/domain/quality'
import { keysOf } from '@natim/domain/record'
import { EMPTY_ROLLUP, mergeRollups, type Rollup, representative, rollupOf } from '@natim/domain/rollup'
import { MANUAL_BITS, type MarkBit } from '@natim/domain/sample-mark'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import { type ChannelRecord, dueOf, loadBirths, loadMaintenanceTime, loadServiceTime } from '../overview/index.ts'
import { type FigureRow, findFigures, findSampleRows, type SampleRow } from './figures.repository.ts'

/** Most samples read for a preview, which must be fast enough while the user drags a brush. */
const MAX_SAMPLES = 60_000

interface Hour {
  readonly endMs: number
  readonly rollup: Rollup
  readonly coverS: number | null
  readonly counts: DayCounts
}

export interface Asked {
  readonly fromMs: number
  readonly toMs: number
  readonly bit: MarkBit
  readonly nowMs: number
}

/** Previews the effect of a decision on the samples of channels. */
export async function loadEffect(db: Db, channels: readonly ChannelRecord[], asked: Asked): Promise<MarkEffect[]> {
  const { fromMs, toMs, nowMs } = asked
  const loMs = bucketEnd(fromMs + 1, DAY_MS) - DAY_MS
  const hiMs = bucketEnd(toMs, DAY_MS)
  const due = channels.reduce((sum, { periodS }) => sum + (toMs - fromMs) / (Math.max(1, periodS) * SECOND_MS), 0)
  if (due > MAX_SAMPLES) throw new AppError('mark.too_many', { data: { max: MAX_SAMPLES } })
  const deviceNos = [...new Set(channels.map(({ deviceNo }) => deviceNo))]
  const untilMs = Math.min(hiMs, nowMs)
  const [hours, bornOf, inService, inMaintenance] = await Promise.all([
    findFigures(db, 'mon_r1h', channels, loMs, hiMs),
    loadBirths(db, channels, loMs),
    loadServiceTime(db, deviceNos, loMs, untilMs),
    loadMaintenanceTime(db, deviceNos, loMs, untilMs),
  ])
  const byChannel = groupBy(hours, ({ channelNo }) => channelNo)
  return Promise.all(
    channels.map(async (channel) => {
      const samples = await findSampleRows(
        db,
        channel,
        bucketEnd(fromMs + 1, HOUR_MS) - HOUR_MS,
        bucketEnd(toMs, HOUR_MS),
      )
      const dues = (endMs: number): [number, number] => {
        const to = Math.min(endMs, nowMs)
        const of = (times: typeof inService) =>
          dueOf(channel, bornOf(channel), [endMs - DAY_MS, to], times.get(channel.deviceNo) ?? (() => 0))
        return [of(inService), of(inMaintenance)]
      }
      return effectOn(channel, byChannel.get(channel.channelNo) ?? [], samples, asked, dues)
    }),
  )
}

function effectOn(
  channel: ChannelRecord,
  rows: readonly FigureRow[],
  samples: readonly SampleRow[],
  { fromMs, toMs, bit }: Asked,
  dues: (endMs: number) => [due: number, inMaintenance: number],
): MarkEffect {
  const agg = channel.agg
  const marked = samples.map((sample) =>
    sample.tsMs > fromMs && sample.tsMs <= toMs
      ? { ...sample, quality: (sample.quality & ~MANUAL_BITS) | bit }
      : sample,
  )
  const inside = samples.filter(({ tsMs }) => tsMs > fromMs && tsMs <= toMs)
  const changed = inside.filter(
    ({ quality }) => isValidForStatistics(quality) !== (bit === QUALITY.manuallyValid),
  ).length
  const before = hoursOf(samples, channel.periodS, agg)
  const after = new Map(hoursOf(marked, channel.periodS, agg).map((hour) => [hour.endMs, hour]))
  const changedHours = before.flatMap((hour) => {
    const then = after.get(hour.endMs)
    return then && then.rollup.nValid !== hour.rollup.nValid ? [{ endMs: hour.endMs, before: hour, after: then }] : []
  })
  const stored = rows.map(fromRow)
  const dayEnds = [...new Set(changedHours.map(({ endMs }) => bucketEnd(endMs, DAY_MS)))]
  return {
    channelNo: channel.channelNo,
    name: channel.alias ?? channel.metricName,
    deviceName: channel.deviceName,
    unit: channel.unit,
    precision: channel.precision,
    n: inside.length,
    changed,
    hours: changedHours.map((hour) => ({
      endMs: hour.endMs,
      before: hourFigure(hour.before, agg),
      after: hourFigure(hour.after, agg),
    })),
    days: dayEnds.map((endMs) => {
      const own = (replaced: ReadonlyMap<number, Hour>) => {
        const kept = stored.filter((hour) => bucketEnd(hour.endMs, DAY_MS) === endMs && !replaced.has(hour.endMs))
        const fresh = [...replaced.values()].filter((hour) => bucketEnd(hour.endMs, DAY_MS) === endMs)
        return [...kept, ...fresh].sort((a, b) => a.endMs - b.endMs)
      }
      const [hoursBefore, hoursAfter] = [own(new Map(before.map((hour) => [hour.endMs, hour]))), own(after)]
      const [due, maintenance] = dues(endMs)
      const capture = (hours: readonly Hour[]) => captureRates(captureOfDay(sumCounts(hours), due, maintenance)).capture
      return {
        endMs,
        before: dayFigure(hoursBefore, agg),
        after: dayFigure(hoursAfter, agg),
        captureBefore: capture(hoursBefore),
        captureAfter: capture(hoursAfter),
      }
    }),
  }
}

function hoursOf(samples: readonly SampleRow[], periodS: number, agg: MetricAgg): Hour[] {
  return [...groupBy(samples, ({ tsMs }) => bucketEnd(tsMs, HOUR_MS))].map(([endMs, own]) => {
    const minutes = [...groupBy(own, ({ tsMs }) => bucketEnd(tsMs, MINUTE_MS)).values()]
    const has = (bits: number) => own.filter(({ quality }) => (quality & bits) !== 0).length
    const rollup = rollupOf(own, agg)
    const cover = minutes.map((minute) =>
      coveredInMinute(minute.filter(({ quality }) => isValidForStatistics(quality)).length, periodS),
    )
    return {
      endMs,
      rollup,
      coverS: cover.includes(null)
        ? null
        : Math.min(
            3_600,
            cover.reduce((sum: number, s) => sum + (s ?? 0), 0),
          ),
      counts: {
        n: rollup.n,
        nValid: rollup.nValid,
        nCal: has(QUALITY.calibration),
        nInvalid: has(QUALITY.deviceInvalid | QUALITY.manuallyInvalid),
        nManual: has(QUALITY.manuallyInvalid),
        nLate: has(QUALITY.late),
      },
    }
  })
}

const fromRow = (row: FigureRow): Hour => ({ endMs: row.endMs, rollup: row, coverS: row.coverS, counts: row })

const hourFigure = ({ rollup, coverS }: Hour, agg: MetricAgg): MarkFigure => ({
  value: representative(rollup, agg),
  valid: rollup.nValid,
  isValid: isValidHour(coverS) ?? null,
})

function dayFigure(hours: readonly Hour[], agg: MetricAgg): MarkFigure {
  const rollup = hours.reduce((sum: Rollup, hour) => mergeRollups(sum, hour.rollup, agg), EMPTY_ROLLUP)
  const isKnown = hours.every(({ coverS }) => coverS !== null)
  const validHours = isKnown ? hours.filter(({ coverS }) => (coverS ?? 0) >= VALID_HOUR_S).length : null
  return { value: representative(rollup, agg), valid: rollup.nValid, isValid: isValidDay(validHours) ?? null }
}

function sumCounts(hours: readonly Hour[]): DayCounts {
  const sum: Record<keyof DayCounts, number> = { ...NO_COUNTS }
  for (const { counts } of hours) for (const key of keysOf(NO_COUNTS)) sum[key] += counts[key]
  return sum
}
