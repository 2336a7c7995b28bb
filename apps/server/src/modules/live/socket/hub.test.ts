import type { LiveHome } from '@natim/contract/socket/live'
import { liveRequest } from '@natim/contract/socket/live'
import { describe, expect, test, vi } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import type { DataScope } from '../../../platform/scope.ts'
import { eventually } from '../../../testing/eventually.ts'
import { JIANGSU, NATIONAL } from '../../../testing/session-users.ts'
import type { DeviceEntry, Directory } from '../directory.ts'
import { createLiveState } from '../live-state.ts'
import { createHub, type SubscribeRequest } from './hub.ts'
import { createSubscriber } from './subscriber.ts'

const START_MS = 1_795_234_800_000

const device = (deviceNo: number, regionCode: string, kind: DeviceEntry['kind'] = 'air'): DeviceEntry =>
  ({
    id: `d${deviceNo}`,
    deviceNo,
    kind,
    regionCode,
    sysOrgCode: 'A01',
    isRetired: false,
    channels: [{ channelNo: deviceNo * 10 }],
  }) as unknown as DeviceEntry

function directoryOf(...devices: DeviceEntry[]): Directory {
  return {
    stations: [],
    devices,
    stationById: new Map(),
    deviceById: new Map(devices.map((entry) => [entry.id, entry])),
    deviceByNo: new Map(devices.map((entry) => [entry.deviceNo, entry])),
    deviceByChannel: new Map(
      devices.flatMap((entry) => entry.channels.map((channel) => [channel.channelNo, entry] as const)),
    ),
  }
}

const SUZHOU = device(1, '320500')
const SHENZHEN = device(2, '440300')
const HOME: LiveHome = {
  atMs: 0,
  byStatus: { online: 1, offline: 0, fault: 0, maintenance: 0, inactive: 0, retired: 0 },
  pointsPerSecond: 0,
  samplesToday: 0,
}

function build(homeCounters: () => Promise<LiveHome> = async () => HOME) {
  const clock = createManualClock(START_MS)
  const state = createLiveState(clock.now)
  const errors: unknown[] = []
  const hub = createHub({ network: { state }, homeCounters, onError: (error) => errors.push(error) })
  let directory = directoryOf(SUZHOU, SHENZHEN)

  function subscribe(request: object, scope: DataScope = NATIONAL) {
    const frames: { t: string; d: unknown; dropped?: number }[] = []
    const offer = (frame: string) => frames.push(JSON.parse(frame)) > 0
    const subscriber = createSubscriber('s', { hasRoom: () => true, offer })
    const parsed = liveRequest.parse({ op: 'sub', id: 's', ...request }) as SubscribeRequest
    return { frames, subscriber, group: hub.attach(subscriber, parsed, scope, directory) }
  }

  return {
    hub,
    clock,
    errors,
    subscribe,
    hear(deviceNo: number, v: number, tsMs = clock.now()) {
      const points = {
        commits: [],
        deviceIds: [deviceNo],
        channelNos: [deviceNo * 10],
        tsMs: [tsMs],
        values: [v],
        flags: [0],
      }
      state.applyPoints(points)
      hub.onPoints(points)
    },
    pass(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += 50) {
        clock.advance(50)
        hub.tick(clock.now())
      }
    },
    reload(...devices: DeviceEntry[]) {
      directory = directoryOf(...devices)
      hub.onReload(directory)
    },
  }
}

describe('groups', () => {
  test('equal requests of the same scope share a group, regardless of key order; other scopes do not', () => {
    const { subscribe } = build()
    const first = subscribe({ topic: 'ch', keys: [10, 20] })
    expect(subscribe({ topic: 'ch', keys: [20, 10, 10] }).group).toBe(first.group)
    expect(subscribe({ topic: 'ch', keys: [10, 20] }, JIANGSU).group).not.toBe(first.group)
    expect(subscribe({ topic: 'ch', keys: [10, 20], maxHz: 2 }).group).not.toBe(first.group)
  })

  test('scopes with the same view of the chosen channels share a group too', () => {
    const { subscribe } = build()
    expect(subscribe({ topic: 'ch', keys: [10] }, JIANGSU).group).toBe(subscribe({ topic: 'ch', keys: [10] }).group)
  })

  test('after missed messages all subscribers get a new snapshot', () => {
    const { hub, subscribe, hear, pass } = build()
    const { frames } = subscribe({ topic: 'ch', keys: [10] })
    hear(1, 5)
    pass(1_000)
    hub.resync()
    expect(frames.map((frame) => frame.t)).toEqual(['snap', 'ch', 'snap'])
    expect(frames.at(-1)?.d).toEqual([[10, START_MS, 5, 0]])
  })

  test('an unsubscribed client receives nothing more, the others still do', () => {
    const { hub, subscribe, hear, pass } = build()
    const [leaving, staying] = [subscribe({ topic: 'ch', keys: [10] }), subscribe({ topic: 'ch', keys: [10] })]
    hub.detach(leaving.subscriber, leaving.group)
    hear(1, 5)
    pass(1_000)
    expect(leaving.frames.map((frame) => frame.t)).toEqual(['snap'])
    expect(staying.frames.map((frame) => frame.t)).toEqual(['snap', 'ch'])
  })
})

describe('pace', () => {
  test.each([
    [10, 20],
    [1, 2],
    [0.5, 1],
  ])('%d Hz yields %d frames in two seconds of a steady stream', (maxHz, expected) => {
    const { subscribe, hear, pass } = build()
    const { frames } = subscribe({ topic: 'ch', keys: [10], maxHz })
    for (let n = 0; n < 40; n++) {
      hear(1, n)
      pass(50)
    }
    expect(frames.filter((frame) => frame.t === 'ch')).toHaveLength(expected)
  })

  test('the first change after a silence is sent at once', () => {
    const { subscribe, hear, pass } = build()
    const { frames } = subscribe({ topic: 'ch', keys: [10], maxHz: 0.1 })
    pass(60_000)
    hear(1, 1)
    pass(50)
    expect(frames).toHaveLength(2)
  })
})

describe('topic kind', () => {
  test('a flood between two frames drops the oldest points and reports their number', () => {
    const { hub, subscribe, pass, clock } = build()
    const { frames } = subscribe({ topic: 'kind', kind: 'air' })
    const rows = Array.from({ length: 20_010 }, (_, index) => index)
    hub.onPoints({
      commits: [],
      deviceIds: rows.map(() => 1),
      channelNos: rows.map(() => 10),
      tsMs: rows.map((index) => clock.now() + index),
      values: rows,
      flags: rows.map(() => 0),
    })
    pass(50)
    const points = frames.flatMap((frame) => (frame.t === 'ch' ? (frame.d as number[][]) : []))
    expect(points.at(-1)?.[2]).toBe(20_009)
    expect(points.length + frames.reduce((sum, frame) => sum + (frame.dropped ?? 0), 0)).toBe(20_010)
  })
})

describe('a register change', () => {
  test('sends a new device to subscribers of all devices, and its points to subscribers of its kind', () => {
    const { subscribe, reload, hear, pass } = build()
    const [devices, kind] = [subscribe({ topic: 'dev' }, JIANGSU), subscribe({ topic: 'kind', kind: 'gas' })]
    reload(SUZHOU, SHENZHEN, device(3, '320100', 'gas'))
    hear(3, 9)
    pass(1_000)
    expect(devices.frames.at(-1)).toMatchObject({ t: 'dev', d: [{ id: 'd3', st: 'inactive' }] })
    expect(kind.frames.at(-1)).toMatchObject({ t: 'ch', d: [[30, expect.any(Number), 9, 0]] })
  })

  test('stops sending for a removed device', () => {
    const { subscribe, reload, hear, pass } = build()
    const { frames } = subscribe({ topic: 'kind', kind: 'air' })
    reload(SUZHOU)
    hear(2, 9)
    pass(1_000)
    expect(frames.map((frame) => frame.t)).toEqual(['snap'])
  })
})

describe('topic home', () => {
  test('unavailable counters are reported, and do not affect others', async () => {
    const { subscribe, hear, pass, errors } = build(() => Promise.reject(new Error('down')))
    const [home, channels] = [subscribe({ topic: 'home' }), subscribe({ topic: 'ch', keys: [10] })]
    hear(1, 1)
    pass(1_000)
    await eventually(() => expect(errors).toHaveLength(1))
    expect(home.frames).toEqual([])
    expect(channels.frames).toHaveLength(2)
  })

  test('counters are loaded once for all equal subscriptions, every three seconds', async () => {
    const load = vi.fn(async () => HOME)
    const { subscribe, pass } = build(load)
    const consoles = [subscribe({ topic: 'home' }), subscribe({ topic: 'home' })]
    pass(50)
    await eventually(() => expect(consoles.map(({ frames }) => frames.length)).toEqual([1, 1]))
    pass(2_900)
    expect(load).toHaveBeenCalledTimes(1)
    pass(200)
    expect(load).toHaveBeenCalledTimes(2)
  })
})
