import { FRAME_STEP_MS, REPLAY_SPAN_MS, type Replay } from '@natim/contract/mon/map'
import { describe, expect, it } from 'vitest'
import { frameIndex, frameItems, isOpenAt, replayFrame, worstMarks } from './replay-frame.ts'

const FROM_MS = 1_764_000_000_000
const ALL = { keyword: '', status: '' } as const
const place = { regionCode: '320500', lng: 120, lat: 31 }

const replay = (part: Partial<Replay>): Replay => ({
  layer: 'status',
  fromMs: FROM_MS,
  toMs: FROM_MS + REPLAY_SPAN_MS,
  unit: '',
  precision: 0,
  tracks: [],
  alarms: [],
  ...part,
})
const DEVICES = replay({
  tracks: [
    { id: 'd1', name: '氯气 1#', ...place, kind: 'gas', stationId: 's1', from: [0, 10], status: ['online', 'offline'] },
    { id: 'd2', name: '颗粒物 2#', ...place, kind: 'air', stationId: 's1', from: [0], status: ['online'] },
  ],
  alarms: [
    {
      id: 'a1',
      title: '氯气超限',
      deviceId: 'd1',
      stationId: 's1',
      severity: 2,
      fromMs: FROM_MS + 5 * FRAME_STEP_MS,
      toMs: FROM_MS + 8 * FRAME_STEP_MS,
    },
  ],
})
const frame = (index: number, filter = ALL as Parameters<typeof replayFrame>[2]) =>
  replayFrame(DEVICES, FROM_MS + index * FRAME_STEP_MS, filter)

describe('a frame', () => {
  it('is the last one not later than the instant, within the window', () => {
    expect(frameIndex(DEVICES, FROM_MS + 2.9 * FRAME_STEP_MS)).toBe(2)
    expect(frameIndex(DEVICES, FROM_MS - 1)).toBe(0)
    expect(frameIndex(DEVICES, FROM_MS + 9 * REPLAY_SPAN_MS)).toBe(144)
  })

  it("shows each device's state at that time", () => {
    expect(frame(9).devices.map(({ status }) => status)).toEqual(['online', 'online'])
    expect(frame(10).devices.map(({ status }) => status)).toEqual(['offline', 'online'])
    expect(frame(10, { keyword: '', status: 'offline' }).devices.map(({ id }) => id)).toEqual(['d1'])
    expect(frame(0, { keyword: '颗粒', status: '' }).devices.map(({ id }) => id)).toEqual(['d2'])
  })

  it('shows an alarm from start to end, and counts it by severity', () => {
    const levels = [4, 5, 7, 8].map((index) => frame(index).devices[0]?.severity)
    expect(levels).toEqual([undefined, 2, 2, undefined])
    expect(frame(5).alarms).toEqual([0, 1, 0, 0, 0])
    expect(replayFrame({ ...DEVICES, alarms: null }, FROM_MS, ALL).alarms).toBeNull()
    expect(isOpenAt({ fromMs: 5, toMs: null }, 9)).toBe(true)
  })

  it('leaves out stations without a value, and lists the worst first', () => {
    const values = replay({
      layer: 'atl',
      tracks: ['s1', 's2', 's3'].map((id, i) => ({
        id,
        name: id,
        ...place,
        stationId: id,
        from: [0, 3],
        level: [i === 2 ? null : i, 4 - i],
        value: [i === 2 ? null : i, 4 - i],
        note: ['', ''],
      })),
    })
    expect(worstMarks(replayFrame(values, FROM_MS, ALL).marks).map(({ id }) => id)).toEqual(['s2', 's1'])
    expect(worstMarks(replayFrame(values, FROM_MS + 3 * FRAME_STEP_MS, ALL).marks).map(({ id }) => id)).toEqual([
      's1',
      's2',
      's3',
    ])
  })

  it('is clustered like the live picture: by count, status and most severe alarm', () => {
    const tracks = Array.from({ length: 400 }, (_, i) => ({
      id: `d${i}`,
      name: `设备 ${i}`,
      ...place,
      kind: 'gas' as const,
      stationId: null,
      from: [0],
      status: [i % 2 === 0 ? ('online' as const) : ('fault' as const)],
    }))
    const crowd = replayFrame({ ...DEVICES, tracks }, FROM_MS + 5 * FRAME_STEP_MS, ALL)
    expect(frameItems(crowd, [110, 20, 130, 40], 5)).toMatchObject([
      { type: 'cluster', count: 400, severity: 2, byStatus: { online: 200, fault: 200 } },
    ])
    expect(frameItems(crowd, [10, 20, 30, 40], 5)).toEqual([])
  })
})
