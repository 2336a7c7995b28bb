import { metricByCode } from '@natim/domain/metrics'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { createDeviceSignals } from './device-signals.ts'
import { buildDemoNetwork } from './network.ts'
import type { Signal } from './signal.ts'

const network = buildDemoNetwork()
const { signalsOf } = createDeviceSignals(network)
/** 00:00 GMT+8 of 2026-11-21. */
const MIDNIGHT = Date.UTC(2026, 10, 20, 16)

interface Found {
  readonly signal: Signal
  readonly regionCode: string
}

function find(metricCode: string, kind: string): Found[] {
  return network.devices
    .filter((device) => device.kind === kind)
    .flatMap((device) => {
      const index = device.channels.findIndex((channel) => channel.metricCode === metricCode)
      const signal = index < 0 ? undefined : signalsOf(device)[index]
      return signal ? [{ signal, regionCode: device.regionCode }] : []
    })
}

/** Mean over devices and days by hour of the GMT+8 day. */
function byHour(found: readonly Found[], fromMs: number, days: number): number[] {
  return Array.from({ length: 24 }, (_, hour) => {
    let sum = 0
    for (const { signal } of found) {
      for (let day = 0; day < days; day++) sum += signal.at(fromMs + day * DAY_MS + hour * HOUR_MS + 30 * MINUTE_MS)
    }
    return sum / (found.length * days)
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('every signal', () => {
  it('stays within the range of its instrument and of its metric, in the decimals of the channel', () => {
    const day = new Float64Array(96)
    for (const device of network.devices) {
      for (const [index, signal] of signalsOf(device).entries()) {
        const channel = device.channels[index]
        const metric = metricByCode(channel?.metricCode ?? '')
        if (!channel || !metric) throw new Error('unknown channel')
        signal.fill(MIDNIGHT, 15 * MINUTE_MS, day)
        const isWrong = day.some(
          (v) => !(v >= channel.rangeLo && v <= channel.rangeHi && v >= metric.rangeLo && v <= metric.rangeHi),
        )
        expect(isWrong, `${device.clientId} ${channel.metricCode}`).toBe(false)
        const scale = 10 ** channel.precision
        expect(day.every((value) => Math.abs(value * scale - Math.round(value * scale)) < 1e-6)).toBe(true)
      }
    }
  })

  it('is a pure function of time: live data continue the history', () => {
    const device = network.devices.find((row) => row.kind === 'air')
    if (!device) throw new Error('no air monitor')
    const other = createDeviceSignals(buildDemoNetwork()).signalsOf(device)
    const history = new Float64Array(1500)
    for (const [index, signal] of signalsOf(device).entries()) {
      signal.fill(MIDNIGHT, MINUTE_MS, history)
      for (const step of [1499, 0, 733]) {
        expect(other[index]?.at(MIDNIGHT + step * MINUTE_MS)).toBe(history[step])
      }
    }
  })

  it('differs from device to device', () => {
    const values = find('pm25', 'air').map(({ signal }) => signal.at(MIDNIGHT))
    expect(new Set(values).size).toBeGreaterThan(30)
  })
})

describe('ambient air', () => {
  it('has two peaks of PM2.5 a day, at 08 and 21 h', () => {
    const hours = byHour(find('pm25', 'air').slice(0, 60), MIDNIGHT - 20 * DAY_MS, 20)
    const [morning, afternoon, evening, night] = [hours[8], hours[15], hours[21], hours[3]] as [
      number,
      number,
      number,
      number,
    ]
    expect(Math.min(morning, evening)).toBeGreaterThan(1.15 * Math.max(afternoon, night))
  })

  it('has twice the PM2.5 in winter, and more in the north than in the south', () => {
    const winter = mean(byHour(find('pm25', 'air').slice(0, 40), Date.UTC(2026, 0, 1), 30))
    const summer = mean(byHour(find('pm25', 'air').slice(0, 40), Date.UTC(2026, 6, 1), 30))
    expect(winter / summer).toBeGreaterThan(1.6)
    expect(winter / summer).toBeLessThan(2.8)
    const inProvince = (code: string) => find('pm25', 'air').filter(({ regionCode }) => regionCode.startsWith(code))
    expect(mean(byHour(inProvince('13'), MIDNIGHT, 5))).toBeGreaterThan(mean(byHour(inProvince('46'), MIDNIGHT, 5)))
  })

  it('has one peak of ozone, in the afternoon, when NO2 is low', () => {
    const summer = Date.UTC(2026, 6, 10, 16)
    const ozone = byHour(find('o3', 'air').slice(0, 60), summer, 10)
    const peak = ozone.indexOf(Math.max(...ozone))
    expect(peak).toBeGreaterThanOrEqual(13)
    expect(peak).toBeLessThanOrEqual(16)
    const nitrogen = byHour(find('no2', 'air').slice(0, 60), summer, 10)
    expect(nitrogen[8]).toBeGreaterThan(nitrogen[14] ?? Number.POSITIVE_INFINITY)
    expect(nitrogen[18]).toBeGreaterThan(nitrogen[14] ?? Number.POSITIVE_INFINITY)
  })

  it('never has more PM2.5 than PM10', () => {
    for (const device of network.devices.filter((row) => row.kind === 'air')) {
      const signals = signalsOf(device)
      expect((signals[0] as Signal).at(MIDNIGHT)).toBeLessThan((signals[1] as Signal).at(MIDNIGHT) * 1.1)
    }
  })
})

describe('weather', () => {
  it('is coldest before dawn and humid when cold', () => {
    const temp = byHour(find('air_temp', 'met'), MIDNIGHT, 10)
    const humidity = byHour(find('air_rh', 'met'), MIDNIGHT, 10)
    expect(temp[15]).toBeGreaterThan((temp[5] ?? 0) + 4)
    expect(humidity[5]).toBeGreaterThan((humidity[15] ?? 0) + 8)
  })

  it('is colder in Harbin than in Guangzhou, with low pressure in Lhasa', () => {
    const at = (metric: string, region: string) =>
      mean(
        byHour(
          find(metric, 'met').filter(({ regionCode }) => regionCode.startsWith(region)),
          MIDNIGHT,
          10,
        ),
      )
    expect(at('air_temp', '23')).toBeLessThan(at('air_temp', '44') - 10)
    expect(at('air_press', '54')).toBeLessThan(700)
  })

  it('includes occasional rain', () => {
    const july = Date.UTC(2026, 6, 1)
    const rain = find('rain', 'met').flatMap(({ signal }) =>
      Array.from({ length: 300 }, (_, step) => signal.at(july + step * 2 * HOUR_MS)),
    )
    const share = rain.filter((value) => value > 0).length / rain.length
    expect(share).toBeGreaterThan(0.02)
    expect(share).toBeLessThan(0.3)
  })
})

describe('other instruments', () => {
  it('raise the dose rate with rain and let it fall again', () => {
    const values = find('dose_rate', 'rad').flatMap(({ signal }) =>
      Array.from({ length: 200 }, (_, step) => signal.at(Date.UTC(2026, 6, 1) + step * 3 * HOUR_MS)),
    )
    const sorted = values.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] as number
    expect(median).toBeGreaterThan(0.06)
    expect(median).toBeLessThan(0.15)
    expect(sorted.at(-1)).toBeGreaterThan(median * 1.3)
  })

  it('keep gas detectors far below the first warning line', () => {
    const chlorine = find('cl2', 'gas').flatMap(({ signal }) => {
      const out = new Float64Array(288)
      signal.fill(MIDNIGHT, 5 * MINUTE_MS, out)
      return [...out]
    })
    expect(Math.max(...chlorine)).toBeLessThan(0.34)
    expect(mean(chlorine)).toBeGreaterThan(0)
  })

  it('slow the heart at night', () => {
    const pulse = byHour(find('hr', 'wearable').slice(0, 80), MIDNIGHT, 3)
    expect(pulse[3]).toBeLessThan((pulse[18] ?? 0) - 12)
  })

  it('hold the values of a breath test until the next one', () => {
    const [first] = find('feno', 'breath')
    const start = Math.ceil(MIDNIGHT / 900_000) * 900_000
    expect(first?.signal.at(start)).toBe(first?.signal.at(start + 899_000))
    const tests = Array.from({ length: 50 }, (_, index) => first?.signal.at(start + index * 900_000))
    expect(new Set(tests).size).toBeGreaterThan(10)
  })
})
