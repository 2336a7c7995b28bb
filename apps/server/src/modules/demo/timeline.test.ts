import { buildDemoNetwork, type DemoStatus } from '@natim/demo/network'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { createTimelines, heardShare, TOLD_DAYS } from './timeline.ts'

const NOW = Date.UTC(2026, 10, 21, 2)
const network = buildDemoNetwork()
const timelineOf = createTimelines(network, NOW)
const first = (status: DemoStatus) => network.devices.find((device) => device.status === status)!

describe('the timeline of a device', () => {
  it('is empty for a device that never connected', () => {
    const timeline = timelineOf(first('inactive'))
    expect(heardShare(timeline, NOW - DAY_MS, NOW)).toBe(0)
  })

  it('ends when the device went offline', () => {
    const timeline = timelineOf(first('offline'))
    expect(timeline.untilMs).toBe(timeline.statusSinceMs)
    expect(NOW - timeline.untilMs).toBeGreaterThanOrEqual(20 * MINUTE_MS)
    expect(heardShare(timeline, NOW - 10 * MINUTE_MS, NOW)).toBe(0)
  })

  it('has outages in time order, within the generated days, and over before now', () => {
    const silences = network.devices.flatMap((device) => timelineOf(device).silences)
    expect(silences.length).toBeGreaterThan(1000)
    for (const device of network.devices) {
      const own = timelineOf(device).silences
      expect(own.every((silence, index) => index === 0 || silence.fromMs >= own[index - 1]!.toMs)).toBe(true)
      expect(own.every((silence) => silence.fromMs > NOW - TOLD_DAYS * DAY_MS && silence.toMs < NOW)).toBe(true)
    }
  })

  it('has a six-hour cut at one gateway and all its children, all backfilled', () => {
    const cut = network.devices.filter((device) => timelineOf(device).silences[0]?.cause === 'network')
    expect(cut.map((device) => device.kind).toSorted()).toEqual(['gas', 'gas', 'gas', 'gas', 'gas', 'gateway'])
    for (const device of cut) {
      const [silence] = timelineOf(device).silences
      expect((silence?.toMs ?? 0) - (silence?.fromMs ?? 0)).toBe(6 * HOUR_MS)
      expect(heardShare(timelineOf(device), silence?.fromMs ?? 0, silence?.toMs ?? 0)).toBe(1)
    }
  })

  it('counts only lost data as not heard', () => {
    const timeline = {
      fromMs: 0,
      untilMs: HOUR_MS,
      statusSinceMs: 0,
      silences: [
        { fromMs: 0, toMs: 6 * MINUTE_MS, isBackfilled: true, cause: 'offline' as const },
        { fromMs: 10 * MINUTE_MS, toMs: 25 * MINUTE_MS, isBackfilled: false, cause: 'offline' as const },
      ],
    }
    expect(heardShare(timeline, 0, HOUR_MS)).toBe(0.75)
    expect(heardShare(timeline, HOUR_MS, 2 * HOUR_MS)).toBe(0)
    expect(heardShare(timeline, 20 * MINUTE_MS, 30 * MINUTE_MS)).toBe(0.5)
  })
})
