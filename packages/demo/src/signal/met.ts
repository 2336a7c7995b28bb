import { element } from '@natim/domain/element'
import type { SignalFactory } from './model.ts'
import { dayCurve } from './moment.ts'

const NOISE_DAY = dayCurve([
  [3.5, -7],
  [8.5, 4],
  [13, 2],
  [18, 5],
])

/** Visibility is capped at the range of the instrument. */
const MAX_VISIBILITY_KM = 35

/** The eight weather channels: the city's weather plus instrument noise. */
export const MET_MODELS: Readonly<Record<string, SignalFactory>> = {
  air_temp:
    ({ weather, noise }) =>
    (moment) =>
      weather.temp(moment) + 0.25 * noise.fast(moment) + 0.05 * noise.white(moment),
  air_rh:
    ({ weather, noise }) =>
    (moment) =>
      weather.humidity(moment) + 0.9 * noise.fast(moment),
  air_press:
    ({ weather, noise }) =>
    (moment) =>
      weather.pressure(moment) + 0.12 * noise.fast(moment),
  wind_speed:
    ({ weather, noise }) =>
    (moment) =>
      Math.max(0, weather.windSpeed(moment) * (1 + 0.22 * noise.fast(moment)) + 0.15 * noise.white(moment)),
  wind_dir:
    ({ weather, noise }) =>
    (moment) => {
      const degrees = weather.windDir(moment) + 14 * noise.fast(moment) + 4 * noise.white(moment)
      return ((degrees % 360) + 360) % 360
    },
  rain:
    ({ weather, noise }) =>
    (moment) =>
      Math.max(0, weather.rain(moment) * (1 + 0.4 * noise.fast(moment))),
  visibility:
    ({ weather, noise }) =>
    (moment) => {
      // Koschmieder with the extinction of the particles, swollen by humidity.
      const swollen = 1 + 2.2 * Math.max(0, (weather.humidity(moment) - 70) / 30) ** 2
      const km = 520 / (weather.pm25 * weather.haze(moment) * swollen + 9)
      return Math.min(MAX_VISIBILITY_KM, km * (1 + 0.03 * noise.fast(moment)))
    },
  noise_leq:
    ({ noise, deviceTrait }) =>
    (moment) =>
      50 + 8 * deviceTrait(5) + element(NOISE_DAY[moment.minuteOfDay]) + 1.8 * noise.fast(moment),
}
