import { deviceEndpoints } from '@natim/contract/mon/device'
import { type ChannelChoice, type TsSeries, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { tsExportEndpoints } from '@natim/contract/mon/ts-export'
import { tsMarkEndpoints } from '@natim/contract/mon/ts-marks'
import { tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import { DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { Refusal, stubApi } from './stub-api.ts'

/** End of the viewed day. */
export const TO = parseGmt8('2026-11-21') ?? 0
export const FROM = TO - DAY_MS
/** A channel of another region. */
const FOREIGN = 99

const choice = (channelNo: number): ChannelChoice => ({
  channelNo,
  name: channelNo === 1 ? '细颗粒物 PM2.5' : `臭氧 O${channelNo}`,
  metricCode: 'pm25',
  unit: 'µg/m³',
  deviceId: 'd1',
  deviceName: '北门空气站',
  stationName: '江北园区',
})

/** Hourly values, rising by one each hour; half as high before the day. */
export function seriesOf(channelNo: number, fromMs: number): TsSeries {
  const timesMs = Array.from({ length: 24 }, (_, i) => fromMs + (i + 1) * HOUR_MS)
  const base = fromMs < FROM ? 10 : 20
  const avg = timesMs.map((_, i) => base + i)
  return {
    channelNo,
    metricCode: 'pm25',
    agg: '1h',
    stepMs: HOUR_MS,
    unit: 'µg/m³',
    precision: 0,
    name: choice(channelNo).name,
    deviceName: '北门空气站',
    timesMs,
    avg,
    min: avg.map((value) => value - 1),
    max: avg.map((value) => value + 1),
    q: avg.map((_, i) => (i === 0 ? 4 : 0)),
    shortMeans: [],
    gaps: [],
    limits: [],
    limitChangesMs: [],
    stats: {
      n: 1_440,
      valid: 1_440,
      completeness: 1,
      avg: base + 11.5,
      min: base,
      max: base + 24,
      p95: base,
      sd: 7,
      means: null,
    },
  }
}

/** A server with history, without overlays. */
export function stubHistory(): ReturnType<typeof stubApi> {
  const api = stubApi()
  api.on(deviceEndpoints.tree, () => [])
  api.on(timeseriesEndpoints.channels, ({ query }) => {
    const channels = query.channels?.filter((no) => no < FOREIGN - 9).map(choice) ?? [choice(1), choice(2)]
    return { channels, isCut: false }
  })
  api.on(timeseriesEndpoints.query, ({ query }) => {
    if (query.channels.includes(FOREIGN)) throw new Refusal('数据不存在或无权查看！')
    return { series: query.channels.map((no) => seriesOf(no, query.from)) }
  })
  api.on(tsMarkEndpoints.alarms, () => [])
  api.on(tsMarkEndpoints.exceedances, () => ({ rows: [], uncounted: [] }))
  api.on(tsMarkEndpoints.nearest, () => ({ beforeMs: null, afterMs: null }))
  api.on(tsNoteEndpoints.list, () => [])
  api.on(tsExportEndpoints.list, () => [])
  return api
}
