import { hash, textSeed, unit } from './hash.ts'
import { AIR_MODELS } from './signal/air.ts'
import { HOUSEKEEPING_MODELS, quietDetector } from './signal/gas.ts'
import { HEALTH_MODELS } from './signal/health.ts'
import { MET_MODELS } from './signal/met.ts'
import type { SignalFactory } from './signal/model.ts'
import { moveTo, newMoment } from './signal/moment.ts'
import { NBC_MODELS } from './signal/nbc.ts'
import { createNoise } from './signal/noise.ts'
import { weatherOf } from './signal/weather.ts'
import { PARKS } from './sites.data.ts'
import type { ChannelTemplate, DemoStationType } from './types.ts'

/**
 * The signal of one channel. A pure function of seed, channel and time, so that live data continue the history,
 * independent of caller and order.
 */
export interface Signal {
  /** Value at an instant (epoch ms) in the storage unit, rounded to the channel's decimals, within its range. */
  at(tMs: number): number
  /** Fills `out` with the values at `fromMs`, `fromMs + stepMs`, …; the same values as {@link Signal.at}. */
  fill(fromMs: number, stepMs: number, out: Float64Array): void
}

/** Contribution of a scripted incident to a channel, in the storage unit. */
export type Overlay = (tMs: number) => number

/** Device and location of a channel. */
export interface SignalSource {
  /** Seed of the device: {@link DemoDevice.index}. */
  readonly index: number
  readonly kind: string
  readonly regionCode: string
  readonly stationType: DemoStationType | null
}

export interface SignalOptions {
  /** Added to the signal; the sum still saturates at the instrument's range. */
  readonly overlay?: Overlay
  /** From this instant on a broken sensor repeats its value. */
  readonly stuckSinceMs?: number | undefined
}

/**
 * One moment for all signals: evaluation is synchronous, and allocating an object per sample would cost more than the
 * sample.
 */
const moment = newMoment()

/** The signal of one channel of a device. @throws for a metric without a model. */
export function createSignal(channel: ChannelTemplate, source: SignalSource, options: SignalOptions = {}): Signal {
  const seed = hash(source.index, textSeed(channel.metricCode))
  const model = factoryOf(
    channel.metricCode,
    source.kind,
  )({
    channel,
    weather: weatherOf(source.regionCode),
    noise: createNoise(seed),
    trait: (salt) => unit(seed, salt),
    deviceTrait: (salt) => unit(source.index, 0x7a, salt),
    deviceNoise: createNoise(hash(source.index, 0x7b)),
    stationType: source.stationType,
    industry: PARKS.find((park) => park.cityCode === source.regionCode)?.industry ?? null,
  })
  const { rangeLo, rangeHi } = channel
  const scale = 10 ** channel.precision
  const { overlay, stuckSinceMs = Number.POSITIVE_INFINITY } = options

  const at = (tMs: number): number => {
    moveTo(moment, Math.min(tMs, stuckSinceMs))
    const value = model(moment) + (overlay === undefined ? 0 : overlay(tMs))
    const rounded = Math.round(value * scale) / scale
    if (rounded > rangeHi) return rangeHi
    // Adding zero turns -0 into 0.
    return rounded < rangeLo ? rangeLo : rounded + 0
  }
  return {
    at,
    fill: (fromMs, stepMs, out) => {
      for (let index = 0; index < out.length; index++) out[index] = at(fromMs + index * stepMs)
    },
  }
}

const MODELS: Readonly<Record<string, SignalFactory>> = {
  ...AIR_MODELS,
  ...HOUSEKEEPING_MODELS,
  ...MET_MODELS,
  ...HEALTH_MODELS,
  ...NBC_MODELS,
}

/** A gas detector reads vapours relative to its detection limit, an air monitor in the range of ambient air. */
function factoryOf(metricCode: string, kind: string): SignalFactory {
  if (kind === 'gas' && HOUSEKEEPING_MODELS[metricCode] === undefined) return quietDetector
  const factory = MODELS[metricCode]
  if (!factory) throw new Error(`No signal model for ${metricCode}`)
  return factory
}
