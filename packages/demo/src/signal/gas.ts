import { DAY_MS } from '@natim/domain/time'
import type { SignalFactory } from './model.ts'

/** Zero calibration every 30 days removes the drift. */
const CALIBRATION_MS = 30 * DAY_MS
/** 1 % a month (domain §11) of the usual span gas, which is twenty times the detection limit. */
const DRIFT_PER_MONTH_LOD = 0.01 * 20

/**
 * A toxic-gas detector: near zero, drifting up until its next calibration, with small emissions of the site. Levels
 * scale with the detection limit, so every gas stays far below its first warning line.
 */
export const quietDetector: SignalFactory = ({ channel, noise, trait, weather, stationType }) => {
  const lod = channel.lod ?? 1
  const phase = trait(1) * CALIBRATION_MS
  const background = stationType === 'park' ? 1.1 + 1.1 * trait(2) : 0.3 + 0.5 * trait(2)
  return (moment) => {
    const drift = (DRIFT_PER_MONTH_LOD * ((moment.tMs + phase) % CALIBRATION_MS)) / CALIBRATION_MS
    const emission = 1.6 * Math.max(0, noise.slow(moment) - 1.2) * Math.max(0, 1.2 + 0.5 * noise.fast(moment))
    const air = background * (0.7 + 0.3 * weather.haze(moment))
    return lod * (air + drift + emission + 0.3 * noise.fast(moment) + 0.15 * noise.white(moment))
  }
}

/** Housekeeping values of an instrument. */
export const HOUSEKEEPING_MODELS: Readonly<Record<string, SignalFactory>> = {
  cab_temp:
    ({ weather, noise, deviceTrait }) =>
    (moment) =>
      Math.max(
        // A heater keeps the cabinet above freezing.
        6 + 3 * deviceTrait(3),
        9 + 5 * deviceTrait(3) + 0.82 * weather.temp(moment) + 6 * weather.sun(moment),
      ) +
      0.35 * noise.fast(moment) +
      0.08 * noise.white(moment),
  /** Charged by a small solar panel by day, discharged at night. */
  batt_pct:
    ({ deviceTrait, deviceNoise }) =>
    (moment) =>
      96 - 9 * deviceTrait(4) + 3 * deviceNoise.slow(moment),
  flow_lpm:
    ({ channel, noise }) =>
    (moment) =>
      (channel.rangeHi > 40 ? 20 : 16.67) + 0.035 * noise.fast(moment) + 0.02 * noise.white(moment),
}
