import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { FLU_CITIES, fluBeginMs, fluOverlay, fluShare } from './flu.ts'
import { buildDemoNetwork } from './network.ts'

const LOADED_MS = Date.parse('2026-11-21T10:00:00+08:00')
const BEGIN_MS = fluBeginMs(LOADED_MS)
const WEARABLES = buildDemoNetwork().devices.filter(({ kind }) => kind === 'wearable')

describe('the flu of the demonstration', () => {
  it('rises in its three cities until the network is loaded, then recedes', () => {
    const shareAt = (days: number) => fluShare(FLU_CITIES[0], BEGIN_MS + days * DAY_MS, BEGIN_MS)
    expect([-3, 0, 7, 14, 28, 60].map((days) => Number(shareAt(days).toFixed(3)))).toEqual([
      0.02, 0.02, 0.09, 0.16, 0.09, 0.02,
    ])
    expect(fluShare('440100', LOADED_MS, BEGIN_MS)).toBe(0.02)
  })

  it('causes fever, a fast pulse and fast breathing at the same time', () => {
    const ill = WEARABLES.flatMap((device) => {
      const of = (metric: string) => fluOverlay(device, metric, BEGIN_MS)?.(LOADED_MS) ?? 0
      return of('temp_core') > 1 ? [{ hr: of('hr'), rr: of('rr'), spo2: of('spo2') }] : []
    })
    expect(ill.length).toBeGreaterThan(3)
    expect(ill.length).toBeLessThan(WEARABLES.length / 6)
    expect(ill.every(({ hr, rr, spo2 }) => hr >= 6 && rr >= 1.5 && spo2 <= 0)).toBe(true)
  })

  it('starts and ends gradually, and is over within its slot', () => {
    for (const device of WEARABLES.slice(0, 40)) {
      const overlay = fluOverlay(device, 'temp_core', BEGIN_MS)
      const values = Array.from({ length: 24 * 20 }, (_, hour) => overlay?.(BEGIN_MS + hour * HOUR_MS) ?? 0)
      const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)))
      expect(Math.max(...steps)).toBeLessThan(0.7)
    }
  })

  it('affects only vital signs of wearables', () => {
    const [first] = WEARABLES
    const gas = buildDemoNetwork().devices.find(({ kind }) => kind === 'gas')
    expect(first && fluOverlay(first, 'steps', BEGIN_MS)).toBeUndefined()
    expect(gas && fluOverlay(gas, 'hr', BEGIN_MS)).toBeUndefined()
  })
})
