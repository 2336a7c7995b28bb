import { element } from '@natim/domain/element'
import type { SignalFactory, SignalModel, SignalScene } from './model.ts'
import { dayCurve, type Moment } from './moment.ts'

const RUSH_DAY = dayCurve([
  [3.5, 0.5],
  [8, 1.5],
  [13, 0.75],
  [18, 1.55],
  [23, 0.8],
])
/** Ozone lags the sun by three hours. */
const OZONE_DAY = dayCurve([
  [6.5, 0],
  [15, 1],
  [22.5, 0.12],
])

const isUrban = ({ stationType }: SignalScene) => stationType !== 'park' && stationType !== 'border'

const rush = (moment: Moment) => element(RUSH_DAY[moment.minuteOfDay]) * (moment.isWeekend ? 0.78 : 1)

/** Constant offset of a site relative to its city. */
const siteFactor = ({ deviceTrait }: SignalScene) => 0.82 + 0.36 * deviceTrait(1)

function pm25(scene: SignalScene): SignalModel {
  const { weather, noise } = scene
  const base = weather.pm25 * siteFactor(scene)
  return (moment) => base * weather.haze(moment) * (1 + 0.07 * noise.slow(moment)) + 1.1 * noise.fast(moment)
}

function no2(scene: SignalScene): SignalModel {
  const { weather, noise, deviceNoise } = scene
  const base = (isUrban(scene) ? 25 : 17) * siteFactor(scene)
  return (moment) =>
    base *
      rush(moment) *
      (1 + 0.22 * moment.winter) *
      Math.exp(0.22 * deviceNoise.slow(moment)) *
      (0.6 + 0.4 * weather.haze(moment)) +
    1.2 * noise.fast(moment)
}

const o3: SignalFactory = (scene) => {
  const { weather, noise } = scene
  const nitrogen = no2(scene)
  return (moment) => {
    const heat = Math.max(0, weather.temp(moment) - 2)
    const photo = (34 + 3.1 * heat) * element(OZONE_DAY[moment.minuteOfDay]) * (0.45 + 0.65 * weather.clearness(moment))
    return 52 + photo - 0.55 * nitrogen(moment) - 8 * moment.winter + 2 * noise.fast(moment)
  }
}

/** SO2 of an industrial site appears when the wind blows from the stack. */
const so2: SignalFactory = (scene) => {
  const { weather, noise, trait } = scene
  const stackDir = 360 * trait(2)
  const strength = scene.stationType === 'park' ? 30 : 5
  return (moment) => {
    const angle = ((weather.windDir(moment) - stackDir) * Math.PI) / 180
    const plume = strength * Math.max(0, Math.cos(angle)) ** 6 * Math.exp(0.4 * noise.fast(moment))
    return 6 + 3 * weather.haze(moment) + plume + 0.6 * noise.fast(moment)
  }
}

const co: SignalFactory = (scene) => {
  const { weather, noise } = scene
  const base = 0.26 * siteFactor(scene)
  return (moment) => 0.22 + base * rush(moment) * (0.5 + 0.5 * weather.haze(moment)) + 0.015 * noise.fast(moment)
}

/** A share of another pollutant, with its own noise. */
const follows =
  (leader: (scene: SignalScene) => SignalModel, factor: number, rest: number): SignalFactory =>
  (scene) => {
    const lead = leader(scene)
    return (moment) => rest + factor * lead(moment) * (1 + 0.05 * scene.noise.fast(moment))
  }

/** Vapours at a site: more near industry and in the heat. */
const vapour =
  (town: number, park: number): SignalFactory =>
  (scene) => {
    const { weather, noise } = scene
    const base = (scene.stationType === 'park' ? park : town) * siteFactor(scene)
    return (moment) =>
      base *
      (0.8 + 0.012 * Math.max(0, weather.temp(moment))) *
      Math.exp(0.3 * noise.slow(moment)) *
      (1 + 0.08 * noise.fast(moment))
  }

const pm10: SignalFactory = (scene) => {
  const fine = pm25(scene)
  return (moment) => 9 + fine(moment) * (1.4 + 0.25 * scene.weather.north) + 2.2 * scene.noise.fast(moment)
}

/** Ambient air: PM with two peaks a day, ozone in the afternoon, traffic gases in the rush hours (domain §11). */
export const AIR_MODELS: Readonly<Record<string, SignalFactory>> = {
  pm25,
  pm10,
  no2,
  o3,
  so2,
  co,
  bc: follows(pm25, 0.055, 0.2),
  nmhc: follows(no2, 0.004, 0.06),
  tvoc: vapour(0.06, 0.3),
  hcho: vapour(0.007, 0.014),
  benzene: vapour(0.0009, 0.006),
  toluene: vapour(0.0018, 0.012),
}
