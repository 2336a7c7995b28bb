import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { BREATH_RESULT_EVENT } from '@natim/domain/breath-result'
import { cityOf, currentTest, type DemoBreathTest, type DemoSubject, planBreath, POSITIVITY } from './breath.ts'
import { fluShare } from './flu.ts'
import { between, hash, unit } from './hash.ts'
import type { Signal } from './signal.ts'
import { createSpectrum, rainOf, spectrumBytes, spectrumDevices } from './spectrum.ts'
import type { DemoDevice, DemoNetwork } from './types.ts'

/** A one-time message of a device. Instants are epoch ms of the device clock. */
export type DemoEvent =
  | {
      readonly kind: 'event'
      readonly tsMs: number
      readonly type: string
      readonly level: number | null
      readonly data: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'blob/spectrum'
      readonly tsMs: number
      readonly meta: Readonly<Record<string, unknown>>
      readonly content: Uint8Array
    }

export interface DeviceEvents {
  /** Messages of a device within (afterMs, untilMs], in time order; the same for the same device and time. */
  readonly eventsOf: (device: DemoDevice, signals: readonly Signal[], afterMs: number, untilMs: number) => DemoEvent[]
}

const PART = 62
/** Interval at which a screening device may get a visitor, by day. */
const VISIT_MS = 30 * MINUTE_MS
const VISIT_SHARE = 0.06
const [OPENS_HOUR, CLOSES_HOUR] = [8, 18]
const MODEL = 'VOC-5 v2.3.1'
/** Detectors occasionally report a false detection: some ten times a day in the whole network. */
const DETECT_MS = 6 * HOUR_MS
const DETECT_SHARE = 0.02
const GMT8_MS = 8 * HOUR_MS

/** Results of breath tests, γ spectra and detections of a network. */
export function createDeviceEvents(
  network: DemoNetwork,
  { fluMs }: { readonly fluMs?: number | undefined } = {},
): DeviceEvents {
  const senders = new Set(spectrumDevices(network.devices).map(({ clientId }) => clientId))
  let people: ReadonlyMap<string, readonly DemoSubject[]> | undefined
  const peopleOf = (device: DemoDevice): readonly DemoSubject[] => {
    // Six hundred persons, created with the first test.
    people ??= byCity(planBreath(network.devices, 0).subjects)
    return people.get(cityOf(device.regionCode)) ?? [...people.values()].flat()
  }
  return {
    eventsOf(device, signals, afterMs, untilMs) {
      switch (device.kind) {
        case 'breath':
          return slots(afterMs, untilMs, VISIT_MS, (visit, fromMs) =>
            breathResult(device, peopleOf(device), { visit, fromMs, fluMs }),
          )
        case 'chem':
        case 'bio':
          return slots(afterMs, untilMs, DETECT_MS, (slot, fromMs) => detection(device, slot, fromMs))
        case 'rad': {
          const dose = signals[device.channels.findIndex(({ metricCode }) => metricCode === 'dose_rate')]
          if (dose === undefined || !senders.has(device.clientId)) return []
          return slots(afterMs, untilMs, HOUR_MS, (_hour, fromMs) => [spectrumEvent(device, dose, fromMs)])
        }
        default:
          return []
      }
    },
  }
}

function byCity(subjects: readonly DemoSubject[]): ReadonlyMap<string, readonly DemoSubject[]> {
  const cities = new Map<string, DemoSubject[]>()
  for (const subject of subjects) cities.set(subject.regionCode, [...(cities.get(subject.regionCode) ?? []), subject])
  return cities
}

/** Messages in (afterMs, untilMs] generated per slot of a period. */
function slots(
  afterMs: number,
  untilMs: number,
  periodMs: number,
  eventsOf: (slot: number, fromMs: number) => readonly DemoEvent[],
): DemoEvent[] {
  const events: DemoEvent[] = []
  for (let slot = Math.floor(afterMs / periodMs); slot * periodMs <= untilMs; slot++)
    events.push(...eventsOf(slot, slot * periodMs).filter(({ tsMs }) => tsMs > afterMs && tsMs <= untilMs))
  return events
}

function breathResult(
  device: DemoDevice,
  people: readonly DemoSubject[],
  { visit, fromMs, fluMs }: { readonly visit: number; readonly fromMs: number; readonly fluMs: number | undefined },
): DemoEvent[] {
  const hour = Math.floor((fromMs + GMT8_MS) / HOUR_MS) % 24
  const subject = people[hash(PART, device.index, visit, 1) % people.length]
  const isClosed = hour < OPENS_HOUR || hour >= CLOSES_HOUR
  if (isClosed || subject === undefined || unit(PART, device.index, visit, 2) >= VISIT_SHARE) return []
  const sampleMs = fromMs + between(0, VISIT_MS / MINUTE_MS - 1, PART, device.index, visit, 3) * MINUTE_MS
  const share = fluMs === undefined ? POSITIVITY : fluShare(cityOf(device.regionCode), sampleMs, fluMs)
  const isPositive = unit(PART, device.index, visit, 4) < share
  const test = currentTest(visit, { subject, device, sampleMs, isPositive })
  return [{ kind: 'event', tsMs: sampleMs, type: BREATH_RESULT_EVENT, level: null, data: resultOf(test) }]
}

const resultOf = (test: DemoBreathTest) => ({
  subject: test.subject.code,
  method: 'GC-MS',
  etco2: test.etco2,
  volumeMl: test.volumeMl,
  ambientVoc: test.ambientVoc,
  flowMls: test.flowMls,
  temp: test.temp,
  rh: test.rh,
  model: MODEL,
  score: test.score,
  conf: test.confidence,
  values: Object.fromEntries(test.values.map(({ code, value, ambient }) => [code, { v: value, a: ambient }])),
})

/** Mostly insecticides, exhaust and pollen, to be rejected by users. */
function detection(device: DemoDevice, slot: number, fromMs: number): DemoEvent[] {
  const draw = (part: number) => unit(PART, device.index, slot, part)
  if (draw(11) >= DETECT_SHARE) return []
  const tsMs = fromMs + Math.floor((draw(12) * DETECT_MS) / MINUTE_MS) * MINUTE_MS
  const conf = Math.round((0.4 + draw(13) * 0.35) * 100) / 100
  const level = draw(14) < 0.3 ? 3 : 4
  const data =
    device.kind === 'chem'
      ? {
          agent: (['H', 'G', 'TIC', 'B'] as const)[hash(PART, device.index, slot, 15) % 4],
          bars: between(1, 3, PART, device.index, slot, 16),
          conf,
        }
      : { value: between(900, 2_400, PART, device.index, slot, 17), unit: '个/L', conf }
  return [{ kind: 'event', tsMs, type: `nbc.${device.kind}`, level, data }]
}

function spectrumEvent(device: DemoDevice, dose: Signal, tsMs: number): DemoEvent {
  const spectrum = createSpectrum(device.index + 1, tsMs, rainOf(dose, tsMs))
  return { kind: 'blob/spectrum', tsMs, meta: spectrum.meta, content: spectrumBytes(spectrum) }
}
