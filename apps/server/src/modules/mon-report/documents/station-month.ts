import { aqiItems, aqiStandardOn, reportColumns } from '@natim/domain/aqi'
import { type Capture, captureRates, sumCaptures } from '@natim/domain/capture'
import { quantile } from '@natim/domain/quantile'
import { regionName } from '@natim/domain/regions'
import { statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { findAqiDays, sumAqiDays } from '../../aqi/index.ts'
import { loadStationFigures, type StationFigures } from '../../review/index.ts'
import type { ReportParams } from '../run.repository.ts'
import { type Column, percent, type ReportBody, rounded, tableOf } from './document.ts'

const NOTE = '传输率 = 实收 / 应收；有效率 = 有效 / 实收；捕集率 = 有效 /（应收 − 计划维护）。'
const P95 = 0.95

/** A month of one station by metric, or of all stations of a region, with capture rates. */
export async function stationMonth(db: Db, params: ReportParams): Promise<ReportBody> {
  const { scope, region, stationId, fromMs, toMs } = params
  const span = { afterMs: fromMs, untilMs: toMs, nowMs: toMs }
  const stations = await loadStationFigures(db, scope, { region, stationId }, span)
  const [only] = stations
  return stationId !== null && only ? oneStation(db, only, fromMs, toMs) : allStations(db, stations, fromMs, toMs)
}

const rateColumns = <Row>(captureOf: (row: Row) => Capture): Column<Row>[] => [
  { title: '应收', value: (row) => captureOf(row).expected },
  { title: '实收', value: (row) => captureOf(row).received },
  { title: '有效', value: (row) => captureOf(row).valid },
  { title: '传输率 %', value: (row) => percent(captureRates(captureOf(row)).transmission) },
  { title: '有效率 %', value: (row) => percent(captureRates(captureOf(row)).validity) },
  { title: '捕集率 %', value: (row) => percent(captureRates(captureOf(row)).capture) },
]

async function allStations(
  db: Db,
  stations: readonly StationFigures[],
  fromMs: number,
  toMs: number,
): Promise<ReportBody> {
  const ids = stations.map(({ id }) => id)
  const sums = new Map((await sumAqiDays(db, 's', ids, fromMs, toMs)).map((sum) => [sum.placeId, sum]))
  const rows = stations.map((station) => ({
    ...station,
    capture: sumCaptures(station.days.map(({ capture }) => capture)),
    aqi: sums.get(station.id),
  }))
  const total = sumCaptures(rows.map(({ capture }) => capture))
  const table = tableOf(
    '各站统计与捕集率',
    [
      { title: '站点', value: ({ name }) => name, isText: true },
      { title: '所属区域', value: ({ regionCode }) => regionName(regionCode), isText: true },
      ...rateColumns<(typeof rows)[number]>(({ capture }) => capture),
      { title: 'AQI 有效天', value: ({ aqi }) => aqi?.valid ?? 0 },
      { title: '达标天', value: ({ aqi }) => aqi?.attained ?? 0 },
    ],
    rows,
    NOTE,
  )
  return { title: '站点月报', conclusions: conclusionsOf(rows.length, total), tables: [table], chart: null }
}

function conclusionsOf(stations: number, total: Capture): string[] {
  if (total.expected === 0) return ['该时段没有数据。']
  const { transmission, capture } = captureRates(total)
  return [`共 ${stations} 个站点，传输率 ${percent(transmission)} %，捕集率 ${percent(capture)} %。`]
}

async function oneStation(db: Db, station: StationFigures, fromMs: number, toMs: number): Promise<ReportBody> {
  const byChannel = groupBy(station.days, ({ channelNo }) => channelNo)
  const aqi = await findAqiDays(db, [station.id], fromMs, toMs)
  const exceeded = (metricCode: string) => {
    const days = aqi.filter(({ iaqi, standard }) =>
      reportColumns('day', standard).some((i) => aqiItems('day')[i]?.pollutant === metricCode && (iaqi[i] ?? 0) > 100),
    )
    return aqiItems('day').some(({ pollutant }) => pollutant === metricCode) ? days.length : null
  }
  const rows = station.channels.map((channel) => {
    const days = byChannel.get(channel.channelNo) ?? []
    const values = channel.agg === 'avg' ? days.flatMap(({ row }) => row?.value ?? []) : []
    const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
    return { channel, capture: sumCaptures(days.map(({ capture }) => capture)), values, mean }
  })
  type Row = (typeof rows)[number]
  const figure = (title: string, of: (row: Row) => number | null): Column<Row> => ({
    title,
    value: (row) => rounded(of(row), row.channel.precision),
  })
  const table = tableOf<Row>(
    '统计与捕集率',
    [
      { title: '因子', value: ({ channel }) => channel.alias ?? channel.metricName, isText: true },
      { title: '单位', value: ({ channel }) => channel.unit, isText: true },
      ...rateColumns<Row>(({ capture }) => capture),
      figure('月均', ({ mean }) => mean),
      figure('日最小', ({ values }) => (values.length === 0 ? null : Math.min(...values))),
      figure('日最大', ({ values }) => (values.length === 0 ? null : Math.max(...values))),
      figure('P95', ({ values }) => quantile(values, P95)),
      { title: '超标天', value: ({ channel }) => exceeded(channel.metricCode) },
    ],
    rows,
    `${NOTE}月均是各日均值的平均。`,
  )
  const judged = aqi.flatMap((day) => (day.aqi === null ? [] : [day.aqi]))
  const attained = judged.filter((value) => value <= 100).length
  const total = sumCaptures(rows.map(({ capture }) => capture))
  const pm25 = rows.find(({ channel }) => channel.metricCode === 'pm25')
  return {
    title: `${station.name} 月报`,
    conclusions: [
      ...conclusionsOf(1, total),
      ...(judged.length === 0 ? [] : [`AQI 有效 ${judged.length} 天，达标 ${attained} 天。`]),
    ],
    tables: [table],
    chart: pm25
      ? {
          title: `${pm25.channel.alias ?? pm25.channel.metricName} 日均`,
          unit: pm25.channel.unit,
          bars: (byChannel.get(pm25.channel.channelNo) ?? []).map(({ endMs, row }) => ({
            label: statDayGmt8(endMs).slice(5),
            value: rounded(row?.value, pm25.channel.precision),
          })),
          // IAQI 100 of the day (domain §5.2).
          limit: aqiStandardOn(statDayGmt8(toMs)) === 2026 ? 60 : 75,
        }
      : null,
  }
}
