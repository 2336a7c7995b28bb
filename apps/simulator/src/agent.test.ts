import { createDeviceEvents } from '@natim/demo/device-events'
import { createDeviceSignals } from '@natim/demo/device-signals'
import { outageAt } from '@natim/demo/faults'
import { buildDemoNetwork } from '@natim/demo/network'
import { spectrumDevices } from '@natim/demo/spectrum'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { type AgentOptions, createAgent } from './agent.ts'
import type { Outgoing } from './link.ts'
import { planDevice } from './plan.ts'
import { createStatistics } from './statistics.ts'

const T = Date.UTC(2026, 10, 21)
const network = buildDemoNetwork()
const signals = createDeviceSignals(network)
const monitor = spectrumDevices(network.devices)[0]!

/** An in-memory link that is open when the test says so. */
function open(given: Partial<AgentOptions> = {}) {
  const sent: Outgoing[] = []
  const line = { isOpen: false }
  const agent = createAgent({
    plan: planDevice(monitor, network, signals, createDeviceEvents(network)),
    link: {
      isOpen: () => line.isOpen,
      waiting: () => 0,
      send: (message) => sent.push(message),
      cut: () => undefined,
      reopen: () => undefined,
      close: () => Promise.resolve(),
    },
    childId: undefined,
    statistics: createStatistics(),
    loss: 1,
    isDirty: false,
    times: 1,
    startMs: T,
    ...given,
  })
  const run = (fromMs: number, toMs: number) => {
    for (let at = fromMs; at <= toMs; at += MINUTE_MS) agent.tick(at)
  }
  const spectra = () =>
    sent
      .filter(({ kind }) => kind === 'blob/spectrum')
      .map(({ payload }) => (JSON.parse(payload.split('\n')[0] ?? '') as { ts: number }).ts)
  return { line, run, spectra }
}

describe('a one-time message of a device', () => {
  it('is kept while the link is down, and sent once afterwards', () => {
    const { line, run, spectra } = open()
    run(T, T + 3 * HOUR_MS)
    expect(spectra()).toEqual([])
    line.isOpen = true
    run(T + 3 * HOUR_MS + MINUTE_MS, T + 4 * HOUR_MS)
    expect(spectra()).toEqual([1, 2, 3, 4].map((hour) => T + hour * HOUR_MS))
  })

  it('is never a blob where a gateway relays for the device', () => {
    const { line, run, spectra } = open({ childId: monitor.clientId })
    line.isOpen = true
    run(T, T + 2 * HOUR_MS)
    expect(spectra()).toEqual([])
  })

  it('is lost with the readings of an outage without backfill, and kept through one with backfill', () => {
    const hourIn = (isBackfilled: boolean) => {
      for (const device of spectrumDevices(network.devices))
        for (let tsMs = T; tsMs < T + 400 * HOUR_MS; tsMs += HOUR_MS)
          if (outageAt(device.index, tsMs)?.isBackfilled === isBackfilled) return { device, tsMs }
      throw new Error('no such outage')
    }
    for (const isBackfilled of [true, false]) {
      const { device, tsMs } = hourIn(isBackfilled)
      const plan = planDevice(device, network, signals, createDeviceEvents(network))
      const { line, run, spectra } = open({ plan, isDirty: true, startMs: tsMs - MINUTE_MS })
      line.isOpen = true
      run(tsMs - MINUTE_MS, tsMs + MINUTE_MS)
      expect([isBackfilled, spectra().length]).toEqual([isBackfilled, isBackfilled ? 1 : 0])
    }
  })

  it('is dropped when memory is full: only the newest are kept', () => {
    const { line, run, spectra } = open()
    run(T, T + 60 * HOUR_MS)
    line.isOpen = true
    run(T + 60 * HOUR_MS, T + 60 * HOUR_MS)
    expect(spectra()).toHaveLength(50)
    expect(spectra().at(-1)).toBe(T + 60 * HOUR_MS)
  })
})
