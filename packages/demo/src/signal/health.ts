import { element } from '@natim/domain/element'
import type { SignalFactory, SignalScene } from './model.ts'
import { dayCurve, type Moment } from './moment.ts'
import { whiteAt } from './noise.ts'

/** 1 asleep, 0 awake. */
const SLEEP_DAY = dayCurve([
  [0.5, 1],
  [5.5, 1],
  [7.5, 0],
  [21.5, 0],
])
const ACTIVITY_DAY = dayCurve([
  [5, 0],
  [8, 0.75],
  [10, 0.35],
  [12.2, 0.55],
  [15, 0.3],
  [18.5, 0.8],
  [22, 0.1],
])
/** Core temperature is lowest before dawn. */
const CORE_DAY = dayCurve([
  [4.5, -0.34],
  [17.5, 0.3],
])

const asleep = (moment: Moment) => element(SLEEP_DAY[moment.minuteOfDay])

/** Activity of the person, 0–1; shared by all channels of the wearable. */
function activityOf({ deviceNoise }: SignalScene): (moment: Moment) => number {
  return (moment) => {
    const drive = element(ACTIVITY_DAY[moment.minuteOfDay]) + 0.3 * deviceNoise.fast(moment) - 0.12
    return Math.min(1, Math.max(0, drive)) * (1 - asleep(moment))
  }
}

/** Vital signs by activity and sleep; resting pulse 52–95 by person. */
const VITALS: Readonly<Record<string, SignalFactory>> = {
  hr: (scene) => {
    const resting = 52 + 43 * scene.deviceTrait(1) ** 1.4
    const activity = activityOf(scene)
    return (moment) => resting - 5 * asleep(moment) + 42 * activity(moment) + 1.8 * scene.noise.fast(moment)
  },
  rr: (scene) => {
    const resting = 12.6 + 4 * scene.deviceTrait(2)
    const activity = activityOf(scene)
    return (moment) => resting - 1.2 * asleep(moment) + 7 * activity(moment) + 0.7 * scene.noise.fast(moment)
  },
  spo2: (scene) => {
    // Altitude lowers saturation: some 90 % on the plateau.
    const level = 97.9 - scene.deviceTrait(3) - 0.0022 * Math.max(0, scene.weather.altM - 500)
    return (moment) => Math.min(100, level - 0.9 * asleep(moment) + 0.45 * scene.noise.fast(moment))
  },
  temp_core: (scene) => {
    const level = 36.45 + 0.35 * scene.deviceTrait(4)
    return (moment) => level + element(CORE_DAY[moment.minuteOfDay]) + 0.07 * scene.noise.slow(moment)
  },
  temp_skin: (scene) => {
    const activity = activityOf(scene)
    return (moment) =>
      32.7 +
      0.05 * (scene.weather.temp(moment) - 15) +
      1.2 * asleep(moment) -
      0.7 * activity(moment) +
      0.3 * scene.noise.fast(moment)
  },
  steps: (scene) => {
    const activity = activityOf(scene)
    return (moment) => Math.max(0, (activity(moment) - 0.42) * 190 + 6 * scene.noise.white(moment) * activity(moment))
  },
}

/** Median and log-normal spread of a healthy adult's breath; own figures in the range of published panels. */
const BREATH_PANEL: Readonly<Record<string, readonly [median: number, sigma: number, ambient: number]>> = {
  feno: [17, 0.48, 2],
  br_co: [2.4, 0.42, 0.4],
  br_h2: [9, 0.7, 0.5],
  br_ch4: [4, 0.9, 1.9],
  br_nh3: [340, 0.5, 12],
  br_acetone: [480, 0.48, 4],
  br_isoprene: [98, 0.45, 2],
  br_ethanol: [110, 0.75, 6],
  br_acetald: [22, 0.5, 3],
  br_nonanal: [3.1, 0.45, 0.6],
}

/** Number of the test at an instant: each test is one person with one value per channel. */
const testAt = (scene: SignalScene, moment: Moment) => Math.floor(moment.tMs / (scene.channel.periodS * 1000))

function breathValue(median: number, sigma: number, ambient: number): SignalFactory {
  return (scene) => {
    const salt = Math.floor(scene.trait(1) * 0x7fff_ffff)
    // Exhaled values rise slightly with the age of a clinic's patients.
    const ageBand = 0.9 + 0.2 * scene.deviceTrait(6)
    return (moment) => {
      const draw = whiteAt(salt, testAt(scene, moment))
      return median * ageBand * Math.exp(sigma * draw) + ambient
    }
  }
}

const BREATH: Readonly<Record<string, SignalFactory>> = {
  ...Object.fromEntries(
    Object.entries(BREATH_PANEL).map(([code, [median, sigma, ambient]]) => [code, breathValue(median, sigma, ambient)]),
  ),
  etco2: (scene) => {
    const salt = Math.floor(scene.trait(1) * 0x7fff_ffff)
    return (moment) => 4.7 + 0.42 * whiteAt(salt, testAt(scene, moment))
  },
  br_score: (scene) => {
    const salt = Math.floor(scene.trait(1) * 0x7fff_ffff)
    // Most people score low; about two in a hundred reach the model's cut-off.
    return (moment) => 1 / (1 + Math.exp(2.3 - 1.05 * whiteAt(salt, testAt(scene, moment))))
  },
}

/** Wearables and breath analysers (domain §4.4–4.5). */
export const HEALTH_MODELS: Readonly<Record<string, SignalFactory>> = { ...VITALS, ...BREATH }
