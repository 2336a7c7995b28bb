import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { deviceSecret } from './device-secret.ts'
import { createDeviceSignals } from './device-signals.ts'
import { messageFaults, outageAt, outageOfDay, planFaults, silentForMs } from './faults.ts'
import { CHLORINE_DURATION_MS, chlorineDetectors } from './incident.ts'
import { buildDemoNetwork } from './network.ts'

const network = buildDemoNetwork()
const faults = [...planFaults(network.devices)]
const NOW = Date.UTC(2026, 10, 21, 2)

describe('faults of devices', () => {
  it('are distributed as in domain §11', () => {
    const skews = faults.map(([, row]) => Math.abs(row.skewMs)).filter((skew) => skew > 0)
    expect(skews).toHaveLength(20)
    expect(Math.min(...skews)).toBeGreaterThanOrEqual(10_000)
    expect(Math.max(...skews)).toBeLessThanOrEqual(400_000)
    expect(faults.filter(([, row]) => row.stuckSeq !== null)).toHaveLength(10)
    expect(faults.filter(([, row]) => row.isFlapping)).toHaveLength(5)
    expect(faults.filter(([, row]) => row.wrongUnitSeq !== null)).toHaveLength(3)
    expect(faults.filter(([, row]) => row.faultFlags.length > 0)).toHaveLength(24)
  })

  it('freeze a stuck channel and no other', () => {
    const [index, row] = faults.find(([, entry]) => entry.stuckSeq !== null) ?? [0, undefined]
    const device = network.devices[index]
    if (!device || !row) throw new Error('nobody is stuck')
    const signals = createDeviceSignals(network, { stuckSinceMs: NOW }).signalsOf(device)
    const moving = device.channels.map((channel, position) => {
      const values = Array.from({ length: 40 }, (_, step) => signals[position]?.at(NOW + step * HOUR_MS))
      return { seq: channel.seq, isMoving: new Set(values).size > 1 }
    })
    expect(moving.find((entry) => entry.seq === row.stuckSeq)?.isMoving).toBe(false)
    expect(moving.some((entry) => entry.isMoving)).toBe(true)
  })
})

describe('faults of messages', () => {
  it('have the shares of domain §11 and are the same for the same device and time', () => {
    const counts = { none: 0, missing: 0, late: 0, duplicate: 0, conflict: 0 }
    const total = 400_000
    for (let index = 0; index < 400; index++) {
      for (let step = 0; step < 1000; step++) {
        const fate = messageFaults(index, NOW + step * MINUTE_MS)
        counts[fate.kind]++
        if (fate.kind === 'late') expect(fate.lateMs).toBeLessThanOrEqual(120 * MINUTE_MS)
      }
    }
    expect(counts.missing / total).toBeCloseTo(0.003, 3)
    expect(counts.late / total).toBeCloseTo(0.001, 3)
    expect(counts.duplicate / total).toBeCloseTo(0.0005, 3)
    expect(counts.conflict / total).toBeCloseTo(0.0002, 3)
    expect(messageFaults(7, NOW)).toEqual(messageFaults(7, NOW))
  })

  it('disconnect a few devices for some minutes a day, never across midnight', () => {
    const outages = network.devices.flatMap((device) => outageOfDay(device.index, NOW) ?? [])
    expect(outages.length / network.devices.length).toBeGreaterThan(0.04)
    expect(outages.length / network.devices.length).toBeLessThan(0.11)
    for (const { fromMs, toMs } of outages) {
      expect(toMs - fromMs).toBeGreaterThanOrEqual(6 * MINUTE_MS)
      expect(Math.floor((toMs + 8 * HOUR_MS) / DAY_MS)).toBe(Math.floor((fromMs + 8 * HOUR_MS) / DAY_MS))
    }
    const device = network.devices.find((row) => outageOfDay(row.index, NOW))
    const outage = outageOfDay(device?.index ?? 0, NOW)
    expect(outageAt(device?.index ?? 0, outage?.fromMs ?? 0)).toEqual(outage)
    expect(outageAt(device?.index ?? 0, outage?.toMs ?? 0)).toBeUndefined()
  })

  it('keep offline devices silent since today or for days', () => {
    const hours = network.devices.map((device) => silentForMs(device.index) / HOUR_MS)
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(1 / 3)
    expect(Math.max(...hours)).toBeLessThanOrEqual(25 * 24)
    const fresh = hours.filter((value) => value <= 20).length
    expect(fresh / hours.length).toBeGreaterThan(0.4)
    expect(fresh / hours.length).toBeLessThan(0.6)
  })
})

describe('the chlorine release', () => {
  const detectors = chlorineDetectors(network.devices)
  const { signalsOf } = createDeviceSignals(network, { releasesMs: [NOW] })
  const course = (rank: number) => {
    const device = detectors[rank]
    const signal = device ? signalsOf(device)[0] : undefined
    return Array.from({ length: 180 }, (_, minute) => signal?.at(NOW + minute * MINUTE_MS) ?? Number.NaN)
  }

  it('reaches four detectors of one Jiangsu park, with peaks from 0.6 to 38 ppm', () => {
    expect(detectors.map((device) => device.name)).toEqual([1, 2, 3, 4].map((no) => `江北 ${no}# 氯气探测器`))
    const peaks = detectors.map((_, rank) => Math.max(...course(rank)))
    expect(Math.max(...peaks)).toBeGreaterThan(34)
    expect(Math.max(...peaks)).toBeLessThan(40)
    expect(Math.min(...peaks)).toBeGreaterThan(0.5)
    expect(Math.min(...peaks)).toBeLessThan(0.9)
  })

  it('starts after the travel time of the cloud and is over in less than three hours', () => {
    for (const rank of [0, 1, 2, 3]) {
      const values = course(rank)
      expect(values[0]).toBeLessThan(0.34)
      expect(values[CHLORINE_DURATION_MS / MINUTE_MS + 1]).toBeLessThan(0.34)
    }
  })
})

describe('device secrets', () => {
  it('depend on the installation and on the device, and are long enough', () => {
    const [a, b] = ['0'.repeat(64), '1'.repeat(64)] as const
    expect(deviceSecret(a, 'GT-1')).toMatch(/^[A-Za-z0-9_-]{43}$/u)
    expect(new Set([deviceSecret(a, 'GT-1'), deviceSecret(a, 'GT-2'), deviceSecret(b, 'GT-1')]).size).toBe(3)
    expect(() => deviceSecret('short', 'GT-1')).toThrow('64 hex digits')
  })
})
