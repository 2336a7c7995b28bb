import type { CityDay, InfectionSituation, PrintedShare } from '@natim/contract/mon/infection'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { useMemo } from 'react'
import { lazyPart } from '@/lib/lazy-part.ts'
import type { ChartFrame } from '@/widgets/chart/frame.ts'
import styles from './infection.module.css'
import { countsText, intervalText, shareText, signalText } from './infection-text.ts'

const TimeSeriesChart = lazyPart(async () => (await import('@/widgets/chart/time-series-chart.tsx')).TimeSeriesChart)

const HEIGHT = 260
/** Room for the bars of the first and the last day. */
const HALF_DAY_MS = DAY_MS / 2

interface CityCurveProps {
  readonly days: readonly string[]
  readonly city: NonNullable<InfectionSituation['city']>
}

/** Daily shares of one city with their intervals, counts below them, and a table view. */
export function CityCurve({ days, city }: CityCurveProps) {
  const frame = useMemo(() => frameOf(days, city.days), [days, city.days])
  const range = { fromMs: (frame.timesMs[0] ?? 0) - HALF_DAY_MS, toMs: (frame.timesMs.at(-1) ?? 0) + HALF_DAY_MS }
  return (
    <>
      <TimeSeriesChart frame={frame} range={range} height={HEIGHT} />
      <div className={styles.days}>
        <table className={styles.table} aria-label={`${city.regionName} 逐日`}>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col" className={styles.figure}>
                阳性 / 有效
              </th>
              <th scope="col" className={styles.figure}>
                阳性率（95 % 区间）
              </th>
              <th scope="col" className={styles.figure}>
                阈值
              </th>
              <th scope="col" className={styles.figure}>
                发热 / 佩戴
              </th>
              <th scope="col">信号</th>
            </tr>
          </thead>
          <tbody>
            {city.days
              .map((day, index) => ({ day, date: days[index] ?? '' }))
              .toReversed()
              .map(({ day, date }) => (
                <tr key={date}>
                  <th scope="row">{date.slice(5)}</th>
                  <td className={styles.figure}>{countsText(day.breath)}</td>
                  <td className={styles.figure}>
                    {shareText(day.breath)} <small>{intervalText(day.breath)}</small>
                  </td>
                  <td className={styles.figure}>{day.breathSignal.need}</td>
                  <td className={styles.figure}>{countsText(day.fever)}</td>
                  <td>{signalText(day) === '' ? <span className={styles.none}>无</span> : `▲ ${signalText(day)}`}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const inPercent = (value: number | null) => (value === null ? null : value * 100)

/**
 * A day is plotted at its start, under its own date; at its end it would read as the next day. Suppressed values are
 * gaps.
 */
function frameOf(days: readonly string[], given: readonly CityDay[]): ChartFrame {
  const timesMs = days.map((day) => parseGmt8(`${day} 00:00:00`) ?? 0)
  const share = (channelNo: number, metricCode: string, name: string, of: (day: CityDay) => PrintedShare) => ({
    channelNo,
    metricCode,
    name,
    unit: '%',
    precision: 1,
    values: given.map((day) => inPercent(of(day).share)),
    min: given.map((day) => inPercent(of(day).low)),
    max: given.map((day) => inPercent(of(day).high)),
    notes: new Map(given.map((day, index) => [timesMs[index] ?? 0, countsText(of(day))])),
  })
  return {
    timesMs,
    bandName: '95 % 区间',
    gaps: [],
    limits: [],
    series: [
      share(1, 'br_score', '呼气阳性率', ({ breath }) => breath),
      share(2, 'temp_core', '发热占比', ({ fever }) => fever),
      {
        channelNo: 3,
        name: '疑似阳性',
        unit: '例',
        precision: 0,
        isBars: true,
        values: given.map(({ breath }) => (typeof breath.n === 'number' ? breath.n : null)),
        notes: new Map(
          given.map((day, index) => [
            timesMs[index] ?? 0,
            `阈值 ${day.breathSignal.need}${day.breathSignal.isSignal ? '，信号' : ''}`,
          ]),
        ),
      },
    ],
  }
}
