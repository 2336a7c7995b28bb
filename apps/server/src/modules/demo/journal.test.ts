import { buildDemoNetwork, type ChannelTemplate, type DemoStatus } from '@natim/demo/network'
import { QUALITY } from '@natim/domain/quality'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { describe, expect, it, test } from 'vitest'
import { groupBy } from '../../platform/group-by.ts'
import { planHistory } from './history.ts'
import { gapEntries, stateEntries, statusEntries } from './journal.ts'
import { numberDevices } from './numbered.ts'
import { qualityOf } from './quality-of.ts'

const NOW = Date.UTC(2026, 10, 21, 2, 25, 40)
const network = buildDemoNetwork()
const history = planHistory(network, NOW)
const numbersOf = (status: DemoStatus) =>
  new Set(history.devices.filter(({ device }) => device.status === status).map(({ deviceNo }) => deviceNo))

describe('numbers', () => {
  it('start at 1 and are consecutive across the network, for devices and channels', () => {
    const numbered = numberDevices(network)
    expect(numbered.map(({ deviceNo }) => deviceNo)).toEqual(network.devices.map((_, i) => i + 1))
    const channels = numbered.flatMap((row) => row.channels)
    expect(channels.map(({ channelNo }) => channelNo)).toEqual(channels.map((_, i) => i + 1))
    expect(channels.map(({ template }) => template)).toEqual(network.devices.flatMap((device) => device.channels))
  })
})

describe('the status log', () => {
  const entries = statusEntries(history)
  const byDevice = groupBy(entries, ({ deviceNo }) => deviceNo)

  it('leads each device from never connected to its current status, step by step', () => {
    for (const row of history.devices) {
      const own = byDevice.get(row.deviceNo) ?? []
      if (row.device.status === 'inactive') {
        expect(own).toEqual([])
        continue
      }
      expect([own[0]?.from, own.at(-1)?.to]).toEqual(['inactive', row.device.status])
      for (const [i, { from, tsMs }] of own.entries()) {
        if (i === 0) continue
        expect(from).toBe(own[i - 1]?.to)
        expect(tsMs).toBeGreaterThan(own[i - 1]?.tsMs ?? 0)
      }
      expect(own.at(-1)?.tsMs).toBeLessThanOrEqual(history.untilMs)
    }
  })

  it('has the reasons: children follow their gateway, others their last will, and each current status has one', () => {
    const reasons = (to: DemoStatus, from: DemoStatus = 'online') =>
      new Set(entries.filter((entry) => entry.from === from && entry.to === to).map(({ reason }) => reason))
    expect(reasons('offline')).toEqual(new Set(['last-will', 'gateway', 'timeout']))
    expect(reasons('fault')).toEqual(new Set(['fault-flag']))
    expect(reasons('maintenance')).toEqual(new Set(['maintenance']))
    expect(reasons('online', 'offline')).toEqual(new Set(['message']))
    const kindOf = new Map(history.devices.map(({ deviceNo, device }) => [deviceNo, device.kind]))
    const fallen = entries.filter(({ reason }) => reason === 'gateway')
    expect(new Set(fallen.map(({ deviceNo }) => kindOf.get(deviceNo)))).toEqual(new Set(['gas']))
  })

  it('detects a lost connection after ten seconds', () => {
    const online = history.devices.find(
      (row) => row.device.status === 'online' && history.timelineOf(row).silences.length > 0,
    )!
    const [silence] = history.timelineOf(online).silences
    expect(byDevice.get(online.deviceNo)?.slice(1, 3)).toMatchObject([
      { to: 'offline', tsMs: (silence?.fromMs ?? 0) + 10 * SECOND_MS },
      { to: 'online', tsMs: silence?.toMs },
    ])
  })
})

describe('gaps', () => {
  const gaps = gapEntries(history)

  it('are open for the channels of offline devices, from the first missing sample', () => {
    const open = gaps.filter(({ toMs }) => toMs === null)
    const offline = history.devices.filter(({ device }) => device.status === 'offline')
    expect(new Set(open.map(({ channelNo }) => channelNo))).toEqual(
      new Set(offline.flatMap(({ channels }) => channels.map(({ channelNo }) => channelNo))),
    )
    const [row] = offline.filter(({ channels }) => channels.length > 0)
    const [channel] = row?.channels ?? []
    expect(open.find(({ channelNo }) => channelNo === channel?.channelNo)?.fromMs).toBe(
      history.timelineOf(row!).untilMs + (channel?.template.periodS ?? 0) * SECOND_MS,
    )
  })

  it('are silences longer than two and a half periods, filled if backfilled and empty if not', () => {
    const periodOf = new Map(
      history.devices.flatMap(({ channels }) =>
        channels.map((row) => [row.channelNo, row.template.periodS * SECOND_MS]),
      ),
    )
    const closed = gaps.filter(({ toMs }) => toMs !== null)
    expect(closed.length).toBeGreaterThan(1_000)
    const shares = closed.map(({ fromMs, toMs, channelNo, expected, received, filledMs }) => {
      const lasted = (toMs ?? 0) - fromMs
      const periodMs = periodOf.get(channelNo) ?? 0
      expect(lasted).toBeGreaterThan(2.5 * periodMs)
      expect(expected).toBe(Math.round(lasted / periodMs))
      expect(filledMs).toBe(received === 0 ? null : toMs)
      return received / (expected ?? 0)
    })
    expect(new Set(shares)).toEqual(new Set([0, 1]))
  })
})

describe('states', () => {
  const channelNo = history.devices[0]?.channels[0]?.channelNo ?? 0
  const sample = { channelNo, deviceNo: 1, value: 1, previousValue: null, q: 0 }
  const states = stateEntries(history, [
    { ...sample, tsMs: NOW - HOUR_MS },
    { ...sample, tsMs: NOW - MINUTE_MS },
    { ...sample, tsMs: NOW - 2 * HOUR_MS },
  ])

  it('have the newest sample of any channel, or none', () => {
    expect(states.map(({ deviceNo }) => deviceNo)).toEqual(history.devices.map(({ deviceNo }) => deviceNo))
    expect([states[0]?.lastSampleMs, states[1]?.lastSampleMs]).toEqual([NOW - MINUTE_MS, null])
  })

  it('have flags with a fault, and nothing for a device that never connected', () => {
    expect(new Set(states.filter(({ isFault }) => isFault).map(({ deviceNo }) => deviceNo))).toEqual(numbersOf('fault'))
    for (const { flags, isFault } of states) expect(flags.length > 0).toBe(isFault)
    const unknown = states.filter(({ lastSeenMs }) => lastSeenMs === null)
    expect(new Set(unknown.map(({ deviceNo }) => deviceNo))).toEqual(numbersOf('inactive'))
    expect(new Set(unknown.map(({ firmware }) => firmware))).toEqual(new Set([null]))
  })
})

test.each([
  // Detection limit, range, value.
  [0.5, 0, 100, 0.4, QUALITY.belowLod],
  [0.5, 0, 100, 0.5, 0],
  [null, 0, 100, 0, 0],
  [null, 0, 100, -0.1, QUALITY.outOfRange],
  [null, 0, 100, 100, 0],
  [null, 0, 100, 100.1, QUALITY.outOfRange],
  // Below the detection limit the range is not checked.
  [0.5, 0, 100, -1, QUALITY.belowLod],
])('detection limit %s, range %i to %i: the value %f has the quality %i', (lod, rangeLo, rangeHi, value, quality) => {
  expect(qualityOf({ lod, rangeLo, rangeHi } as ChannelTemplate, value)).toBe(quality)
})
