import { parseBreathResult } from '@natim/domain/breath-result'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { planBreath } from './breath.ts'
import { createDeviceEvents, type DemoEvent } from './device-events.ts'
import { createDeviceSignals } from './device-signals.ts'
import { FLU_CITIES, fluBeginMs } from './flu.ts'
import { buildDemoNetwork } from './network.ts'

const network = buildDemoNetwork()
const signals = createDeviceSignals(network)
/** Midnight, GMT+8. */
const T = Date.UTC(2026, 10, 20, 16)
const events = createDeviceEvents(network)
const signalsByDevice = new Map(
  network.devices.filter(({ kind }) => kind === 'rad').map((device) => [device.index, signals.signalsOf(device)]),
)
const ofKinds = (kinds: readonly string[], afterMs: number, untilMs: number, told = events) =>
  network.devices
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((device) =>
      told
        .eventsOf(device, signalsByDevice.get(device.index) ?? [], afterMs, untilMs)
        .map((event) => ({ device, event })),
    )
const instants = (found: readonly { readonly event: DemoEvent }[]) => found.map(({ event }) => event.tsMs)

describe('one-time messages of devices', () => {
  it('are the same whether requested for hours at once or in pieces, without duplicates', () => {
    const [fromMs, parts] = [T + 9 * HOUR_MS, 60]
    const kinds = ['breath', 'chem', 'bio', 'rad']
    const named = (found: ReturnType<typeof ofKinds>) =>
      found.map(({ device, event }) => `${device.clientId} ${event.kind} ${event.tsMs}`).toSorted()
    const whole = named(ofKinds(kinds, fromMs, fromMs + parts * 3 * MINUTE_MS))
    const bits = Array.from({ length: parts }, (_, i) =>
      ofKinds(kinds, fromMs + i * 3 * MINUTE_MS, fromMs + (i + 1) * 3 * MINUTE_MS),
    )
    expect(named(bits.flat())).toEqual(whole)
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBeGreaterThan(3 * 24)
  })

  it('are daily results of known persons that ingest can read', () => {
    const found = ofKinds(['breath'], T, T + DAY_MS)
    const codes = new Set(planBreath(network.devices, T).subjects.map(({ code }) => code))
    for (const { event } of found) {
      if (event.kind !== 'event') throw new Error('a blob')
      const result = parseBreathResult(event.data)
      expect(result).toMatchObject({ ok: true, model: { name: 'VOC-5', version: 'v2.3.1' } })
      expect(codes).toContain(result.subjectCode)
      const hour = (event.tsMs - T) / HOUR_MS
      expect(hour).toBeGreaterThanOrEqual(8)
      expect(hour).toBeLessThan(18)
    }
    expect(found.length).toBeGreaterThan(30)
    expect(found.length).toBeLessThan(150)
  })

  it('include more positives in the cities of the wave', () => {
    const wave = createDeviceEvents(network, { fluMs: fluBeginMs(T) })
    const inWave = (told: typeof events) =>
      ofKinds(['breath'], T - 3 * DAY_MS, T + 7 * DAY_MS, told)
        .filter(({ device }) => FLU_CITIES.some((city) => device.regionCode.startsWith(city.slice(0, 4))))
        .filter(({ event }) => event.kind === 'event' && Number(event.data['score']) >= 0.62).length
    expect(inWave(wave)).toBeGreaterThan(inWave(events))
  })

  it('include a few detections a day, none graver than 3, and hourly spectra of two dozen monitors', () => {
    const detections = ofKinds(['chem', 'bio'], T, T + 10 * DAY_MS)
    expect(detections.length).toBeGreaterThan(40)
    expect(detections.length).toBeLessThan(160)
    for (const { event } of detections) expect(event.kind === 'event' && Number(event.level)).toBeGreaterThanOrEqual(3)
    const spectra = ofKinds(['rad'], T, T + 2 * HOUR_MS)
    expect(instants(spectra).toSorted()).toEqual([...Array(24).fill(T + HOUR_MS), ...Array(24).fill(T + 2 * HOUR_MS)])
  })
})
