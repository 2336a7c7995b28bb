import { element } from '@natim/domain/element'
import { hash } from '../hash.ts'
import { placeOf } from '../places.ts'
import { CITY_ALT_M, PROVINCE_FACTS } from '../provinces.data.ts'
import { dayCurve, type Moment } from './moment.ts'
import { synoptic, synopticSteps } from './noise.ts'

/** Weather and background of a city, shared by all its devices. All functions are pure in the moment. */
export interface Weather {
  readonly altM: number
  /** 0 in the far south, 1 in the far north. */
  readonly north: number
  /** Annual mean of PM2.5, µg/m³. */
  readonly pm25: number
  /** Natural dose rate, µSv/h. */
  readonly dose: number
  /** ℃ */
  temp(moment: Moment): number
  /** % */
  humidity(moment: Moment): number
  /** hPa */
  pressure(moment: Moment): number
  /** m/s */
  windSpeed(moment: Moment): number
  /** Degrees the wind comes from, 0–360. */
  windDir(moment: Moment): number
  /** mm per minute; mostly 0. */
  rain(moment: Moment): number
  /** Fresh rain in mm, older rain decaying with a half-life of 30 min: radon progeny washed to the ground. */
  washout(moment: Moment): number
  /** Factor on the annual mean of airborne particles: two peaks a day, winter twice the summer. */
  haze(moment: Moment): number
  /** Solar intensity, 0–1, including clouds. */
  sun(moment: Moment): number
  /** Share of a day's sunshine that passes the clouds, 0.35–1. */
  clearness(moment: Moment): number
}

const TEMP_DAY = dayCurve([
  [5.5, -1],
  [15, 1],
])
const HAZE_DAY = dayCurve([
  [4, 0.92],
  [8, 1.24],
  [15, 0.72],
  [21, 1.28],
])
const SUN_DAY = dayCurve([
  [5.5, 0],
  [12.3, 1],
  [19, 0],
])
const WIND_DAY = dayCurve([
  [4, 0.7],
  [14.5, 1.35],
])
/** Fronts travel east by some 15° of longitude a day: 9.6 ten-minute steps per degree. */
const STEPS_PER_DEGREE = 9.6
const WASHOUT_STEP_MINUTES = 15
const WASHOUT_STEPS = 8

const cache = new Map<string, Weather>()

/** Weather of a prefecture-level city. */
export function weatherOf(regionCode: string): Weather {
  let weather = cache.get(regionCode)
  if (!weather) {
    weather = createWeather(regionCode)
    cache.set(regionCode, weather)
  }
  return weather
}

type Front = (layer: number, steps: number) => number

function createWeather(regionCode: string): Weather {
  const { lng, lat } = placeOf(regionCode)
  const facts = PROVINCE_FACTS.find((province) => province.code.startsWith(regionCode.slice(0, 2)))
  const altM = CITY_ALT_M[regionCode] ?? facts?.altM ?? 50
  const north = Math.min(1, Math.max(0, (lat - 20) / 26))
  const front = frontOf(lng, north, hash(Number(regionCode)))
  const yearMean = 27 - 0.82 * (lat - 20) - 0.0032 * altM
  const yearSwing = 4 + 0.56 * (lat - 18)
  const { rainAt, cloudAt, ...sky } = skyOver(north, front)
  return {
    altM,
    north,
    pm25: facts?.pm25 ?? 30,
    dose: facts?.dose ?? 0.09,
    ...sky,
    ...windOver(front),
    temp: (moment) => {
      const steps = synopticSteps(moment)
      const swing = 4.4 * (1 - 0.5 * cloudAt(steps)) * element(TEMP_DAY[moment.minuteOfDay])
      return yearMean - yearSwing * moment.winter + swing + 2.6 * front(0, steps)
    },
    humidity: (moment) => {
      const steps = synopticSteps(moment)
      const mean = 76 - 24 * north - 9 * moment.winter * north
      const value = mean - 13 * element(TEMP_DAY[moment.minuteOfDay]) + 10 * front(2, steps)
      return Math.min(100, Math.max(9, rainAt(steps, moment) > 0 ? Math.max(value, 88) : value))
    },
    pressure: (moment) => {
      const seaLevel = 1014 + 8 * moment.winter + 4.5 * front(1, synopticSteps(moment))
      return seaLevel * (1 - 2.255_77e-5 * altM) ** 5.255_88
    },
    haze: (moment) => {
      const steps = synopticSteps(moment)
      const wash = 1 + 6 * rainAt(steps, moment)
      const season = 1 + (0.22 + 0.13 * north) * moment.winter
      return (season * element(HAZE_DAY[moment.minuteOfDay]) * Math.exp(0.42 * front(5, steps) - 0.09)) / wash
    },
  }
}

/** Clouds and precipitation: summer rain everywhere, dry winters in the north. */
function skyOver(north: number, front: Front) {
  const rainAt = (steps: number, { winter }: Moment): number => {
    const season = winter < 0 ? 0.25 : -0.35 * north - 0.05
    return 0.11 * Math.max(0, front(2, steps) - 1.15 + season)
  }
  const cloudAt = (steps: number): number => Math.min(1, Math.max(0, 0.35 + 0.4 * front(2, steps)))
  const clearness = (moment: Moment): number => 1 - 0.65 * cloudAt(synopticSteps(moment))
  return {
    rainAt,
    cloudAt,
    clearness,
    sun: (moment: Moment): number => element(SUN_DAY[moment.minuteOfDay]) * clearness(moment),
    rain: (moment: Moment): number => rainAt(synopticSteps(moment), moment),
    washout: (moment: Moment): number => {
      const steps = synopticSteps(moment)
      let sum = 0
      for (let step = 0; step < WASHOUT_STEPS; step++) {
        const past = rainAt(steps - (step * WASHOUT_STEP_MINUTES) / 10, moment)
        sum += past * WASHOUT_STEP_MINUTES * 2 ** (-step / 2)
      }
      return sum
    },
  }
}

function windOver(front: Front): Pick<Weather, 'windSpeed' | 'windDir'> {
  return {
    windSpeed: (moment) => {
      const gust = Math.exp(0.45 * front(3, synopticSteps(moment)))
      return 2.1 * gust * element(WIND_DAY[moment.minuteOfDay])
    },
    windDir: (moment) => {
      const prevailing = moment.winter > 0 ? 335 : 150
      return mod360(prevailing + 75 * front(4, synopticSteps(moment)))
    },
  }
}

/** Northern and southern fronts, blended by latitude, plus a small share of the city's own. */
function frontOf(lng: number, north: number, seed: number): Front {
  const shift = (lng - 73) * STEPS_PER_DEGREE
  const own = seed % 8192
  const [a, b, c] = [north, 1 - north, 0.35]
  const norm = 1 / Math.hypot(a, b, c)
  return (layer, steps) => {
    const at = steps - shift
    const offset = layer * 1231
    return norm * (a * synoptic(offset, at) + b * synoptic(offset + 4099, at) + c * synoptic(offset + own, steps))
  }
}

const mod360 = (degrees: number) => ((degrees % 360) + 360) % 360
