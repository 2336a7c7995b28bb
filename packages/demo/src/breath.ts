import { verdictOf } from '@natim/domain/breath'
import { BREATH_PANEL, bandOf } from '@natim/domain/breath-bands'
import { AGE_BANDS, type AgeBand, CODE_ALPHABET, CODE_CHARS } from '@natim/domain/subject'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { FLU_CITIES } from './flu.ts'
import { between, hash, textSeed, unit } from './hash.ts'
import type { DemoDevice } from './types.ts'

/** A fictitious person of the demonstration. */
export interface DemoSubject {
  readonly id: string
  readonly code: string
  readonly ageBand: AgeBand
  readonly sex: 'male' | 'female'
  readonly smoker: boolean
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly createMs: number
}

export interface DemoBreathTest {
  readonly id: string
  readonly subject: DemoSubject
  readonly clientId: string
  readonly status: 'created' | 'sampling' | 'analysing' | 'resulted' | 'reviewed' | 'released' | 'invalid' | 'cancelled'
  readonly sampleMs: number
  readonly etco2: number
  readonly volumeMl: number
  readonly ambientVoc: number
  readonly flowMls: number
  readonly temp: number
  readonly rh: number
  readonly score: number
  readonly confidence: number
  readonly verdict: 'neg' | 'presumptive' | 'indeterminate'
  readonly isConfirmed: boolean | null
  readonly sessionNo: string | null
  readonly platePos: number | null
  readonly values: readonly { readonly code: string; readonly value: number; readonly ambient: number }[]
  /** The invalid sample of the same person that it replaces. */
  readonly retestOf: string | null
}

export interface BreathPlan {
  readonly subjects: readonly DemoSubject[]
  readonly tests: readonly DemoBreathTest[]
}

const SUBJECTS = 600
/** Days of the wave, and of the screening before it. */
const DAYS = 14
const LEAD_DAYS = 10
const PART = 35
/** Seeded cut-offs of VOC-5. */
const MODEL = { cutOff: 0.62, doubtFrom: 0.5 }
/** Share of positives outside the wave. */
export const POSITIVITY = 0.02
/**
 * Presumptive tests per day in each city of the wave: 2 % of the first day, 17 % of the last; signals from day 5 on
 * (domain §11).
 */
const WAVE_CASES = [0, 1, 1, 2, 3, 5, 6, 7, 9, 10, 12, 14, 16, 18]
const PLATE = 96
/** Share of invalid samples. */
const INVALID = 0.04

/** Share of persons in the cities of the wave. */
const IN_WAVE = 0.8
const AGE_WEIGHTS = [4, 8, 12, 30, 26, 14, 6]

/**
 * 呼气检测 of the fourteen days of the wave up to an instant, and of ten days before; reproducible for the same
 * devices.
 */
export function planBreath(devices: readonly DemoDevice[], untilMs: number): BreathPlan {
  const breath = devices.filter(({ kind, status }) => kind === 'breath' && status !== 'inactive')
  const wave = waveCities(breath)
  const inWave = breath.filter(({ regionCode }) => wave.includes(cityOf(regionCode)))
  const elsewhere = breath.filter((device) => !inWave.includes(device))
  if (breath.length === 0) return { subjects: [], tests: [] }
  const subjects: DemoSubject[] = []
  const tests: DemoBreathTest[] = []
  const people = new Map<string, Visitor[]>(wave.map((city) => [city, []]))
  const seen = new Set<string>()
  for (let index = 0; index < SUBJECTS; index += 1) {
    const isOfWave = unit(PART, index, 1) < IN_WAVE && inWave.length > 0
    const pool = isOfWave || elsewhere.length === 0 ? inWave : elsewhere
    const device = pool[hash(PART, index, 2) % pool.length] ?? breath[0]
    if (device === undefined) continue
    const subject = subjectOf(index, device, untilMs)
    if (seen.has(subject.code)) continue
    seen.add(subject.code)
    subjects.push(subject)
    const visitor = { index, subject, device }
    const city = people.get(subject.regionCode)
    if (city) city.push(visitor)
    else tests.push(...scattered(visitor, untilMs))
  }
  for (const visitors of people.values()) tests.push(...screened(visitors, untilMs))
  return { subjects, tests: onPlates(tests.toSorted((a, b) => a.sampleMs - b.sampleMs)) }
}

/** The cities of the wave with breath devices: those in which wearers fall ill. */
export const waveCities = (breath: readonly Pick<DemoDevice, 'regionCode'>[]): string[] =>
  FLU_CITIES.filter((city) => breath.some(({ regionCode }) => cityOf(regionCode) === city))

/** Presumptive tests on a day in a city of the wave; day 0 is its first. */
export const waveCases = (day: number): number => (day < 0 ? Number(day % 3 === 0) : (WAVE_CASES[day] ?? 0))

/** Tests on a day there, increasing with the number of ill people. */
export const waveTests = (day: number): number => 20 + Math.round(6.5 * Math.max(0, day))

export const cityOf = (regionCode: string) => `${regionCode.slice(0, 4)}00`

function subjectOf(index: number, device: DemoDevice, untilMs: number): DemoSubject {
  const letters = Array.from({ length: CODE_CHARS }, (_, at) => CODE_ALPHABET.charAt(hash(PART, index, 4, at) % 32))
  return {
    id: idOf(index, 0, 7),
    code: `B-${letters.join('')}`,
    ageBand: ageOf(index),
    sex: hash(PART, index, 5) % 2 === 0 ? 'female' : 'male',
    smoker: unit(PART, index, 6) < 0.22,
    regionCode: cityOf(device.regionCode),
    sysOrgCode: device.sysOrgCode,
    createMs: untilMs - (DAYS + LEAD_DAYS) * DAY_MS - between(1, 20, PART, index, 8) * DAY_MS,
  }
}

function ageOf(index: number): AgeBand {
  let rest = unit(PART, index, 9) * AGE_WEIGHTS.reduce((sum, weight) => sum + weight, 0)
  const at = AGE_WEIGHTS.findIndex((weight) => (rest -= weight) < 0)
  return AGE_BANDS[at] ?? '18-39'
}

/** A test taken now, at the n-th visit of a device; not among those of the past. */
export const currentTest = (
  visit: number,
  { subject, device, sampleMs, isPositive }: Omit<Visitor, 'index'> & Pick<Drawn, 'sampleMs' | 'isPositive'>,
): DemoBreathTest =>
  testOf(
    [device.index, visit],
    { subject, device },
    {
      sampleMs,
      isPositive,
      isInvalid: unit(PART, device.index, visit, 14) < INVALID,
      untilMs: sampleMs,
      retestOf: null,
    },
  )

/** 32 hex digits, independent of time. */
const idOf = (...parts: readonly number[]) =>
  Array.from({ length: 4 }, (_, at) =>
    hash(PART, ...parts, 100 + at)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

interface Visitor {
  readonly index: number
  readonly subject: DemoSubject
  readonly device: DemoDevice
}

/** Two or three tests of a person at random times. */
function scattered(visitor: Visitor, untilMs: number): DemoBreathTest[] {
  const { index } = visitor
  return Array.from({ length: between(2, 3, PART, index, 3) }, (_, nth) => {
    const day = between(-LEAD_DAYS, DAYS - 1, PART, index, nth, 10)
    return testsOf(visitor, nth, { day, isPositive: unit(PART, index, nth, 13) < POSITIVITY }, untilMs)
  }).flat()
}

/**
 * Daily tests in a city of the wave: all ill persons, and others in turn. A quarter of the ill recovers by the next
 * day.
 */
function screened(visitors: readonly Visitor[], untilMs: number): DemoBreathTest[] {
  const tests: DemoBreathTest[] = []
  let recovered = 0
  for (let day = -LEAD_DAYS; day < DAYS; day += 1) {
    const count = Math.min(waveTests(day), visitors.length)
    const ill = Math.min(waveCases(day), count)
    for (let place = 0; place < count; place += 1) {
      const isPositive = place < ill
      // The others start at another position every day, after those who are ill.
      const behind = ill + (((day + LEAD_DAYS) * 37 + place - ill) % (visitors.length - ill))
      const visitor = visitors[(recovered + (isPositive ? place : behind)) % visitors.length]
      if (visitor) tests.push(...testsOf(visitor, day + LEAD_DAYS, { day, isPositive }, untilMs))
    }
    recovered += Math.ceil(ill / 4)
  }
  return tests
}

/** One test, or an invalid sample and its retest. */
function testsOf(
  { index, ...at }: Visitor,
  nth: number,
  { day, isPositive }: { readonly day: number; readonly isPositive: boolean },
  untilMs: number,
): DemoBreathTest[] {
  const seed = [index, nth] as const
  // Screening runs from eight to six; a time in the future is replaced by one an hour ago.
  const dayStartMs = Math.floor((untilMs + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS - (DAYS - 1 - day) * DAY_MS
  const planned = dayStartMs + 8 * HOUR_MS + Math.floor(unit(PART, ...seed, 11) * 10 * HOUR_MS)
  const sampleMs = Math.min(planned, untilMs - between(5, 180, PART, ...seed, 12) * MINUTE_MS)
  const isInvalid = unit(PART, ...seed, 14) < INVALID
  const first = testOf(seed, at, { sampleMs, isPositive, isInvalid, untilMs, retestOf: null })
  if (!isInvalid) return [first]
  const again = { sampleMs: sampleMs + 4 * MINUTE_MS + 13 * SECOND_MS, isPositive, isInvalid: false, untilMs }
  return [first, testOf([index, nth + 100], at, { ...again, retestOf: first.id })]
}

interface Drawn {
  readonly sampleMs: number
  readonly isPositive: boolean
  readonly isInvalid: boolean
  readonly untilMs: number
  readonly retestOf: string | null
}

function testOf(seed: readonly [number, number], at: Omit<Visitor, 'index'>, drawn: Drawn): DemoBreathTest {
  const draw = (part: number) => unit(PART, ...seed, part)
  const { isInvalid, isPositive, sampleMs, untilMs, retestOf } = drawn
  const score = round(isPositive ? 0.63 + draw(20) * 0.34 : draw(20) ** 2 * 0.52, 2)
  const verdict = verdictOf(score, MODEL)
  return {
    id: idOf(...seed, 15),
    subject: at.subject,
    clientId: at.device.clientId,
    // Recent positives already have their result, so that the wave is visible on the day of loading.
    status: isInvalid ? 'invalid' : statusOf(untilMs - sampleMs, isPositive ? Math.max(draw(16), 0.6) : draw(16)),
    sampleMs,
    etco2: round(isInvalid && draw(21) < 0.6 ? 1.8 + draw(22) : 3.6 + draw(22) * 1.8, 1),
    volumeMl: Math.round(isInvalid && draw(21) >= 0.6 ? 140 + draw(23) * 140 : 380 + draw(23) * 220),
    ambientVoc: Math.round(30 + draw(24) * 110),
    flowMls: Math.round(46 + draw(25) * 10),
    temp: round(20 + draw(26) * 5, 1),
    rh: Math.round(30 + draw(27) * 30),
    score,
    confidence: round(0.7 + draw(28) * 0.28, 2),
    verdict,
    // At the prevalence of the wave most presumptive results are true, some are not.
    isConfirmed: verdict === 'presumptive' && draw(17) < 0.7 ? draw(18) < 0.88 : null,
    sessionNo: null,
    platePos: null,
    values: valuesOf(at.subject.ageBand, isPositive, draw),
    retestOf,
  }
}

/** Most tests older than two days are released; today's are in progress. */
function statusOf(ageMs: number, share: number): DemoBreathTest['status'] {
  if (share < 0.01) return 'cancelled'
  if (ageMs > 2 * DAY_MS) return 'released'
  if (ageMs > DAY_MS) return share < 0.7 ? 'released' : 'reviewed'
  if (ageMs > 3 * HOUR_MS) return share < 0.3 ? 'released' : share < 0.55 ? 'reviewed' : 'resulted'
  if (share < 0.2) return 'created'
  if (share < 0.4) return 'sampling'
  return share < 0.6 ? 'analysing' : 'resulted'
}

const RAISED: ReadonlySet<string> = new Set(['br_acetone', 'br_acetald', 'br_butanone', 'br_hexanal'])

/** Log-normal within the band of the age, above it for the model's markers in positives, on an ambient background. */
function valuesOf(ageBand: AgeBand, isPositive: boolean, draw: (part: number) => number): DemoBreathTest['values'] {
  return BREATH_PANEL.map((code, index) => {
    const band = bandOf(code, ageBand) ?? bandOf(code, '5-11') ?? { low: 1, high: 10 }
    const low = Math.log(Math.max(band.low, band.high / 50))
    const middle = (low + Math.log(band.high)) / 2
    const spread = (Math.log(band.high) - low) / 4
    const normal = (draw(40 + index) + draw(60 + index) + draw(80 + index) - 1.5) * 2
    const lift =
      isPositive && RAISED.has(code) ? Math.log(1.15 + draw(30 + index) * 0.5) + (Math.log(band.high) - middle) : 0
    const net = Math.exp(middle + (lift > 0 ? lift : normal * spread))
    const ambient =
      net * (code === 'br_limonene' || code === 'br_ethanol' ? 0.6 + draw(50 + index) * 3 : draw(50 + index) * 0.3)
    return { code, value: round(net + ambient, 2), ambient: round(ambient, 2) }
  })
}

/** Assigns the largest recent screening to plates of 96. */
function onPlates(tests: readonly DemoBreathTest[]): DemoBreathTest[] {
  const places = new Map<string, number>()
  return tests.map((test) => {
    const day = new Date(test.sampleMs + 8 * HOUR_MS).toISOString().slice(0, 10).replaceAll('-', '')
    const sessionNo = `S${day}-${test.subject.regionCode.slice(0, 4)}`
    const place = (places.get(sessionNo) ?? 0) + 1
    places.set(sessionNo, place)
    return place > PLATE || test.status === 'cancelled' ? test : { ...test, sessionNo, platePos: place }
  })
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

const PEAK_SECONDS: Readonly<Record<string, number>> = {
  br_ethanol: 22,
  br_acetald: 36,
  br_acetone: 48,
  br_isoprene: 60,
  br_butanone: 76,
  br_hexanal: 98,
  br_heptanal: 120,
  br_octanal: 138,
  br_limonene: 148,
  br_nonanal: 164,
}
const PICTURE_SECONDS = 180

/** Chromatogram of a sample: peaks at the retention times of the substances, scaled by their values. */
export function chromatogramOf({ id, values }: Pick<DemoBreathTest, 'id' | 'values'>) {
  const timesS = Array.from({ length: PICTURE_SECONDS * 2 + 1 }, (_, index) => index / 2)
  const largest = Math.max(...values.map(({ value }) => Math.log1p(value)))
  const heightOf = (value: number) => (Math.log1p(value) / largest) ** 2 * 96
  const curve = (pick: (value: DemoBreathTest['values'][number]) => number, part: number) =>
    timesS.map((second) => {
      const peaks = values.reduce((sum, value) => {
        const away = (second - (PEAK_SECONDS[value.code] ?? 0)) / 3.2
        return sum + heightOf(pick(value)) * Math.exp(-away * away)
      }, 0)
      return round(2 + unit(textSeed(id), second * 2, part) + peaks, 1)
    })
  return {
    timesS,
    sample: curve(({ value }) => value, 1),
    ambient: curve(({ ambient }) => ambient, 2),
    peaks: values.map(({ code }) => ({ metricCode: code, timeS: PEAK_SECONDS[code] ?? 0 })),
  }
}
