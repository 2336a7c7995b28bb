import type { Means } from '@natim/domain/mean-window'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { shippedLimitsOf } from '../../testing/shipped-limits.ts'
import type { DeviceEntry } from '../live/index.ts'
import { createLiveState } from '../live/live-state.ts'
import { pointsPerSecond, samplesToday, toCounters } from './counters.ts'
import { type DayHistory, HOURS, hourEnds } from './day-history.ts'
import { createView } from './device-hours.ts'
import { limitWatch } from './limit-watch.ts'
import { regionRows } from './provinces.ts'
import { completeness, onlineByHour, sumByHour, validShare } from './trends.ts'

const NOW_MS = parseGmt8('2026-11-21 10:30:00') as number

interface Given {
  readonly deviceNo: number
  readonly regionCode?: string
  readonly metrics?: readonly string[]
  readonly expectedPerHour?: number
  readonly expectedBefore?: DeviceEntry['expectedBefore']
  /** Valid samples stored in each of the 24 hours. */
  readonly valid?: number
  /** Share of each hour online, and in service. */
  readonly online?: number
  readonly inService?: number
}

const channelNo = (deviceNo: number, index: number) => deviceNo * 10 + index

const toDevice = ({
  deviceNo,
  regionCode = '320500',
  metrics = [],
  expectedPerHour = 60,
  ...given
}: Given): DeviceEntry =>
  ({
    id: `d${deviceNo}`,
    deviceNo,
    name: `设备${deviceNo}`,
    station: null,
    regionCode,
    isRetired: false,
    expectedPerHour,
    ...(given.expectedBefore && { expectedBefore: given.expectedBefore }),
    channels: metrics.map((metricCode, index) => ({
      channelNo: channelNo(deviceNo, index),
      metricCode,
      metricName: metricCode,
      alias: null,
      enabled: true,
      periodS: 60,
      funcZone: 2,
      limitOverride: null,
      versions: [],
    })),
  }) as unknown as DeviceEntry

function build(...given: Given[]) {
  const clock = createManualClock(NOW_MS - 10 * MINUTE_MS)
  const state = createLiveState(clock.now)
  clock.advance(10 * MINUTE_MS)
  const share = (part: number) => new Float64Array(HOURS).fill(part * HOUR_MS)
  const byNo = new Map(given.map((entry) => [entry.deviceNo, entry]))
  const history: DayHistory = {
    changesOf: () => [],
    statusHoursOf: (deviceNo) => ({
      onlineMs: share(byNo.get(deviceNo)?.online ?? 1),
      inServiceMs: share(byNo.get(deviceNo)?.inService ?? 1),
    }),
    countOf: (deviceNo) => {
      const n = byNo.get(deviceNo)?.valid
      return n === undefined ? undefined : { n: n * 2, valid: n }
    },
  }
  const hear = (deviceNo: number, index: number, v: number, given_: { tsMs?: number; q?: number } = {}) =>
    state.applyPoints({
      commits: [],
      deviceIds: [deviceNo],
      channelNos: [channelNo(deviceNo, index)],
      tsMs: [given_.tsMs ?? NOW_MS],
      values: [v],
      flags: [given_.q ?? 0],
    })
  const setOnline = (...deviceNos: number[]) =>
    state.applyStatus(deviceNos.map((deviceNo) => ({ deviceNo, status: 'online', lastSeenMs: NOW_MS })))
  setOnline(...given.map(({ deviceNo }) => deviceNo))
  // By default every channel's hourly mean equals its current value.
  const means = new Map<number, Means>()
  const meansOf = (channel: number): Means => means.get(channel) ?? { '60min': state.latestOf(channel)?.v ?? null }
  const present = { state, history, limitsOf: shippedLimitsOf, meansOf, nowMs: NOW_MS }
  const view = () => createView({ devices: given.map(toDevice), ...present })
  return { clock, state, hear, means, view }
}

describe('hours', () => {
  test('are 24 clock hours, the last one current', () => {
    const ends = hourEnds(NOW_MS)
    expect(ends).toHaveLength(24)
    expect(ends.at(-1)).toBe(parseGmt8('2026-11-21 11:00:00'))
    expect(ends[0]).toBe(parseGmt8('2026-11-20 12:00:00'))
  })

  test("today's samples are those of the hours after midnight, and a full day exactly at midnight", () => {
    const byHour = hourEnds(NOW_MS).map(() => 1)
    expect(samplesToday(byHour, NOW_MS)).toBe(11)
    const midnightMs = bucketEnd(NOW_MS, DAY_MS)
    expect(samplesToday(byHour, midnightMs)).toBe(24)
    expect(samplesToday(byHour, midnightMs + 1)).toBe(1)
  })
})

describe('completeness', () => {
  test("surplus samples of one device do not offset another's gaps", () => {
    const { view } = build({ deviceNo: 1, valid: 120 }, { deviceNo: 2, valid: 0 })
    expect(completeness(view()).byHour[5]).toBeCloseTo(0.5)
  })

  test('a device out of service expects no samples; alone it has no share', () => {
    const { view } = build({ deviceNo: 1, valid: 60 }, { deviceNo: 2, inService: 0 })
    expect(completeness(view()).byHour[5]).toBe(1)
    expect(completeness(build({ deviceNo: 2, inService: 0, expectedPerHour: 0 }).view()).total).toBeNull()
  })

  test('an hour is judged by the expectation valid at the time, not the current one', () => {
    const changedMs = NOW_MS - 90 * MINUTE_MS
    const expectedBefore = [
      { untilMs: changedMs - 20 * HOUR_MS, perHour: 60 },
      { untilMs: changedMs, perHour: 60 },
    ]
    const { byHour } = completeness(build({ deviceNo: 1, valid: 60, expectedPerHour: 360, expectedBefore }).view())
    expect(byHour.slice(0, 21)).toEqual(Array(21).fill(1))
    // Changed at nine: affects the hour after, not before.
    expect(byHour.slice(21, 23)).toEqual([1, 60 / 360])
    const half = [{ untilMs: changedMs + 30 * MINUTE_MS, perHour: 60 }]
    const across = build({ deviceNo: 1, valid: 60, expectedPerHour: 360, expectedBefore: half }).view()
    expect(completeness(across).byHour[22]).toBeCloseTo(60 / 210)
  })

  test('the current hour is judged by what was heard since the process started listening', () => {
    const { hear, view } = build({ deviceNo: 1, valid: 60 })
    for (let minute = 0; minute < 5; minute++) hear(1, 0, 1, { tsMs: NOW_MS - minute * MINUTE_MS })
    // Ten minutes heard, one sample a minute due, five received.
    expect(completeness(view()).byHour.at(-1)).toBeCloseTo(0.5)
  })

  test('the share of valid samples counts all stored samples', () => {
    expect(validShare(build({ deviceNo: 1, valid: 30 }).view())).toBeCloseTo(0.5)
    expect(validShare(build({ deviceNo: 1 }).view())).toBeNull()
  })
})

describe('trends', () => {
  test('online share is weighted by the time in service', () => {
    const { view } = build({ deviceNo: 1, online: 1 }, { deviceNo: 2, online: 0, inService: 0.5 })
    expect(onlineByHour(view())[3]).toBeCloseTo(1 / 1.5)
  })

  test('samples of the current hour are the maximum of stored and heard ones', () => {
    const { hear, view } = build({ deviceNo: 1 }, { deviceNo: 2, valid: 50 })
    for (let n = 0; n < 3; n++) hear(1, 0, 1, { tsMs: NOW_MS - n })
    hear(2, 0, 1)
    expect(sumByHour(view(), 'n').at(-1)).toBe(3 + 100)
  })

  test('the rate counts only the devices of the view', () => {
    const { clock, hear, view } = build({ deviceNo: 1 })
    for (let n = 0; n < 30; n++) {
      hear(1, 0, n)
      hear(2, 0, n)
    }
    clock.advance(10_000)
    expect(pointsPerSecond(view())).toBe(0.5)
    expect(toCounters(view())).toMatchObject({ pointsPerSecond: 0.5, byStatus: { online: 1 } })
  })
})

describe('regions', () => {
  test('show the highest fresh dose rate and the median of valid PM2.5', () => {
    const metrics = ['pm25', 'dose_rate']
    const { hear, view } = build(...[1, 2, 3, 4].map((deviceNo) => ({ deviceNo, metrics })))
    for (const [deviceNo, pm25, dose] of [
      [1, 10, 0.1],
      [2, 20, 0.3],
      [3, 60, 0.2],
    ] as const) {
      hear(deviceNo, 0, pm25)
      hear(deviceNo, 1, dose)
    }
    // Stale or stuck values do not count for the province.
    hear(4, 1, 99, { tsMs: NOW_MS - HOUR_MS })
    hear(4, 0, 99, { q: 8 })
    expect(regionRows(view(), undefined)).toMatchObject([{ name: '江苏', pm25Median: 20, doseMax: 0.3 }])
  })

  test('an even number of values has the mean of the middle two as median; none has no median', () => {
    const { hear, view } = build({ deviceNo: 1, metrics: ['pm25'] }, { deviceNo: 2, metrics: ['pm25'] })
    expect(regionRows(view(), undefined)[0]?.pm25Median).toBeNull()
    hear(1, 0, 10)
    hear(2, 0, 30)
    expect(regionRows(view(), undefined)[0]?.pm25Median).toBe(20)
  })

  test('a region missing from the catalogue is shown by its code', () => {
    expect(regionRows(build({ deviceNo: 1, regionCode: '990000' }).view(), undefined)).toMatchObject([
      { regionCode: '990000', name: '990000' },
    ])
  })
})

describe('channels near their limits', () => {
  test('are sorted worst first, limited to ten, only fresh and valid ones', () => {
    const given = Array.from({ length: 12 }, (_, index) => ({ deviceNo: index + 1, metrics: ['cl2'] }))
    const { hear, means, view } = build(...given)
    for (const { deviceNo } of given) hear(deviceNo, 0, deviceNo)
    // Device 11 has no usable value.
    hear(11, 0, 50, { q: 8 })
    means.set(channelNo(11, 0), { '60min': null })
    const rows = limitWatch(view())
    expect(rows).toHaveLength(10)
    expect(rows[0]).toMatchObject({ deviceName: '设备12', channel: { latest: { v: 12 } } })
    expect(rows.map((row) => row.deviceName)).not.toContain('设备11')
  })

  test('are judged by the hourly mean, not a single reading', () => {
    const { hear, means, view } = build({ deviceNo: 1, metrics: ['cl2'] })
    hear(1, 0, 500)
    means.set(channelNo(1, 0), { '60min': 0.01 })
    expect(limitWatch(view())).toEqual([])
    hear(1, 0, 0)
    means.set(channelNo(1, 0), { '60min': 3 })
    expect(limitWatch(view())).toMatchObject([{ channel: { latest: { v: 0 }, means: { '60min': 3 } } }])
  })

  test('keep an out-of-range jump, which may be a release', () => {
    const { hear, view } = build({ deviceNo: 1, metrics: ['cl2'] })
    hear(1, 0, 30, { q: 5 })
    expect(limitWatch(view())).toHaveLength(1)
  })
})
