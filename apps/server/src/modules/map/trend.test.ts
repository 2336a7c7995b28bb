import { FRAME_STEP_MS, type Replay, type ReplayTrack } from '@natim/contract/mon/map'
import { describe, expect, it } from 'vitest'
import { trendOf } from './trend.ts'

const place = { lng: 120, lat: 31, stationId: null }
const station = (
  id: string,
  regionCode: string,
  runs: readonly (readonly [number, number | null, number | null])[],
) => ({
  id,
  name: id,
  regionCode,
  ...place,
  from: runs.map(([from]) => from),
  level: runs.map(([, level]) => level),
  value: runs.map(([, , value]) => value),
  note: runs.map(() => ''),
})
const device = (id: string, runs: readonly (readonly [number, 'online' | 'offline' | 'fault' | 'inactive'])[]) => ({
  id,
  name: id,
  regionCode: '320500',
  ...place,
  from: runs.map(([from]) => from),
  status: runs.map(([, status]) => status),
})
const replay = (layer: Replay['layer'], tracks: ReplayTrack[]): Replay => ({
  layer,
  fromMs: 0,
  toMs: 3 * FRAME_STEP_MS,
  unit: layer === 'dose' ? 'µSv/h' : '',
  precision: layer === 'dose' ? 3 : 0,
  tracks,
  alarms: null,
})

describe('the trend of a layer', () => {
  it('has the maximum and median of each frame, and the number of stations at level 2 or above', () => {
    const { points } = trendOf(
      replay('aqi', [
        station('a', '320500', [
          [0, 0, 40],
          [2, 2, 120],
        ]),
        station('b', '320100', [
          [0, 1, 60],
          [3, null, null],
        ]),
        station('c', '440300', [[0, 3, 180]]),
      ]),
      undefined,
    )
    expect(points).toEqual([
      { tMs: 0, value: 180, median: 60, grave: 1 },
      { tMs: FRAME_STEP_MS, value: 180, median: 60, grave: 1 },
      { tMs: 2 * FRAME_STEP_MS, value: 180, median: 120, grave: 2 },
      { tMs: 3 * FRAME_STEP_MS, value: 180, median: 150, grave: 2 },
    ])
  })

  it('covers a single region, with gaps where no station has a value', () => {
    const tracks = [
      station('a', '320500', [
        [0, null, null],
        [3, 1, 0.2],
      ]),
      station('c', '440300', [[0, 4, 9]]),
    ]
    const { points, unit } = trendOf(replay('dose', tracks), '32')
    expect(unit).toBe('µSv/h')
    expect(points.map(({ value, grave }) => [value, grave])).toEqual([
      [null, 0],
      [null, 0],
      [null, 0],
      [0.2, 0],
    ])
  })

  it('is the online share of devices expected to report for the status layer', () => {
    const { points, unit } = trendOf(
      replay('status', [
        device('a', [[0, 'online']]),
        device('b', [
          [0, 'online'],
          [1, 'offline'],
          [3, 'fault'],
        ]),
        device('c', [[0, 'inactive']]),
      ]),
      '32',
    )
    expect(unit).toBe('%')
    expect(points.map(({ value, median, grave }) => [value, median, grave])).toEqual([
      [100, null, 0],
      [50, null, 1],
      [50, null, 1],
      [50, null, 1],
    ])
  })
})
