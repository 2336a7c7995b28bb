import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { createDeviceSignals } from './device-signals.ts'
import { chlorineDetectors } from './incident.ts'
import { createLeaks, LEAK_CLEARING_MS } from './leaks.ts'
import { buildDemoNetwork } from './network.ts'

const network = buildDemoNetwork()
const NOON = Date.UTC(2026, 10, 21, 4)
const { leaks, signalsOf } = createDeviceSignals(network, { hasLeaks: true })
const quiet = createDeviceSignals(network)
const byIndex = new Map(network.devices.map((device) => [device.index, device]))

const seriesOf = (index: number, metricCode: string, signals: typeof quiet) => {
  const device = byIndex.get(index)!
  return signals.signalsOf(device)[device.channels.findIndex((channel) => channel.metricCode === metricCode)]!
}

describe('leaks', () => {
  const month = leaks!.beginningIn(NOON - 30 * DAY_MS, NOON)

  it('start about once an hour, one in ten of them grave, never at the detectors of the chlorine release', () => {
    expect(month.length).toBeGreaterThan(650)
    expect(month.length).toBeLessThan(760)
    const released = new Set(chlorineDetectors(network.devices).map(({ index }) => index))
    expect(month.filter(({ device }) => released.has(device))).toEqual([])
    expect(month.filter(({ device }) => byIndex.get(device)?.status !== 'online')).toEqual([])
    const grave = month.filter(({ metricCode, peak }) => metricCode === 'h2s' && peak >= 40).length
    expect(grave).toBeGreaterThan(0)
    expect(grave).toBeLessThan(month.length / 10)
  })

  it('are the same for every query, however time is divided', () => {
    const other = createLeaks(buildDemoNetwork().devices)
    const pieces = Array.from({ length: 30 }, (_, day) =>
      other.beginningIn(NOON - (30 - day) * DAY_MS, NOON - (29 - day) * DAY_MS),
    ).flat()
    expect(pieces).toEqual(month)
  })

  it('appear in the signal of their detector while they last, and nowhere else', () => {
    for (const { device, metricCode, fromMs, untilMs, peak } of month.slice(0, 60)) {
      const [leaking, still] = [
        seriesOf(device, metricCode, { ...quiet, signalsOf }),
        seriesOf(device, metricCode, quiet),
      ]
      const plateau = (fromMs + untilMs) / 2
      expect(leaking.at(plateau)).toBeGreaterThan(peak * 0.8)
      expect(leaking.at(plateau)).toBeLessThan(peak * 1.1 + still.at(plateau))
      const isAlone = !month.some(
        (leak) =>
          leak.device === device &&
          leak.metricCode === metricCode &&
          leak.fromMs !== fromMs &&
          Math.abs(leak.fromMs - fromMs) < 4 * HOUR_MS,
      )
      if (!isAlone) continue
      expect(leaking.at(fromMs - MINUTE_MS)).toBe(still.at(fromMs - MINUTE_MS))
      const over = untilMs + LEAK_CLEARING_MS + MINUTE_MS
      expect(leaking.at(over)).toBe(still.at(over))
    }
  })
})

describe('the dust storm', () => {
  it('[BZ-20] crosses four provinces from west to east and exceeds 1 000 µg/m³ in each of them', () => {
    const { signalsOf: dusty } = createDeviceSignals(network, { dustMs: NOON })
    const peakOf = (province: string) => {
      const device = network.devices.find((row) => row.kind === 'air' && row.regionCode.startsWith(province))!
      const signal = dusty(device)[device.channels.findIndex(({ metricCode }) => metricCode === 'pm10')]!
      const values = Array.from({ length: 24 * 12 }, (_, index) => signal.at(NOON + index * 5 * MINUTE_MS))
      return { peak: Math.max(...values), atH: values.indexOf(Math.max(...values)) / 12, last: values.at(-1)! }
    }
    const found = ['62', '64', '61', '14'].map(peakOf)
    for (const { peak, last } of found) {
      expect(peak).toBeGreaterThan(1_000)
      expect(last).toBeLessThan(600)
    }
    expect(found.map(({ atH }) => atH)).toEqual(found.map(({ atH }) => atH).toSorted((a, b) => a - b))
    expect(peakOf('44').peak).toBeLessThan(600)
  })
})
