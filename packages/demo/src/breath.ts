import { verdictOf } from '@natim/domain/breath'
import { BREATH_PANEL, bandOf } from '@natim/domain/breath-bands'
import { AGE_BANDS, type AgeBand, CODE_ALPHABET, CODE_CHARS } from '@natim/domain/subject'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { between, hash, textSeed, unit } from './hash.ts'
import type { DemoDevice } from './types.ts'

/** A person of the demonstration; nobody real. */
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
  /** The sample of the same person that was none. */
  readonly retestOf: string | null
}

export interface BreathPlan {
  readonly subjects: readonly DemoSubject[]
  readonly tests: readonly DemoBreathTest[]
}

const SUBJECTS = 600
const DAYS = 14
const PART = 35
/** Cut-offs of VOC-5 as they are seeded. */
const MODEL = { cutOff: 0.62, doubtFrom: 0.5 }
/** Northern provinces: three cities of them have the wave of domain §11 (2). */
const NORTH = ['13', '14', '37', '21', '22', '23', '15', '61', '41', '11', '12']
const WAVE_CITIES = 3
/** Of the wave's cities; elsewhere it stays at the first. */
const POSITIVITY_FROM = 0.02
const POSITIVITY_TO = 0.17
const PLATE = 96

/** Of persons in the cities of the wave. */
const IN_WAVE = 0.6
const AGE_WEIGHTS = [4, 8, 12, 30, 26, 14, 6]

/** 呼气检测 of fourteen days that lead up to an instant: always the same for the same devices. */
export function planBreath(devices: readonly DemoDevice[], untilMs: number): BreathPlan {
  const breath = devices.filter(({ kind, status }) => kind === 'breath' && status !== 'inactive')
  const wave = waveCities(breath)
  const inWave = breath.filter(({ regionCode }) => wave.includes(cityOf(regionCode)))
  const elsewhere = breath.filter((device) => !inWave.includes(device))
  if (breath.length === 0) return { subjects: [], tests: [] }
  const subjects: DemoSubject[] = []
  const tests: DemoBreathTest[] = []
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
    const count = between(2, 3, PART, index, 3)
    for (let nth = 0; nth < count; nth += 1) tests.push(...testsOf(index, nth, { subject, device, isOfWave }, untilMs))
  }
  return { subjects, tests: onPlates(tests.toSorted((a, b) => a.sampleMs - b.sampleMs)) }
}

/** The cities of the wave: of those with breath devices, the northernmost provinces of the list first. */
export function waveCities(breath: readonly Pick<DemoDevice, 'regionCode'>[]): string[] {
  const cities = [...new Set(breath.map(({ regionCode }) => cityOf(regionCode)))].toSorted()
  return NORTH.flatMap((province) => cities.filter((city) => city.startsWith(province)).slice(0, 1)).slice(
    0,
    WAVE_CITIES,
  )
}

const cityOf = (regionCode: string) => `${regionCode.slice(0, 4)}00`

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
    createMs: untilMs - DAYS * DAY_MS - between(1, 20, PART, index, 8) * DAY_MS,
  }
}

function ageOf(index: number): AgeBand {
  let rest = unit(PART, index, 9) * AGE_WEIGHTS.reduce((sum, weight) => sum + weight, 0)
  const at = AGE_WEIGHTS.findIndex((weight) => (rest -= weight) < 0)
  return AGE_BANDS[at] ?? '18-39'
}

/** 32 hex digits, of no instant. */
const idOf = (...parts: readonly number[]) =>
  Array.from({ length: 4 }, (_, at) =>
    hash(PART, ...parts, 100 + at)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

interface At {
  readonly subject: DemoSubject
  readonly device: DemoDevice
  readonly isOfWave: boolean
}

/** One test, or a sample that was none and the one after it. */
function testsOf(index: number, nth: number, at: At, untilMs: number): DemoBreathTest[] {
  const seed = [index, nth] as const
  const day = between(0, DAYS - 1, PART, ...seed, 10)
  // Screening goes from eight to six; whatever would lie ahead is of an hour ago.
  const dayStartMs = Math.floor((untilMs + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS - (DAYS - 1 - day) * DAY_MS
  const planned = dayStartMs + 8 * HOUR_MS + Math.floor(unit(PART, ...seed, 11) * 10 * HOUR_MS)
  const sampleMs = Math.min(planned, untilMs - between(5, 180, PART, ...seed, 12) * MINUTE_MS)
  const share = positivity(at.isOfWave ? day : 0)
  const isPositive = unit(PART, ...seed, 13) < share
  const isInvalid = unit(PART, ...seed, 14) < 0.04
  const first = testOf(seed, at, { sampleMs, isPositive, isInvalid, untilMs, retestOf: null })
  if (!isInvalid || nth > 0) return [first]
  const again = { sampleMs: sampleMs + 4 * MINUTE_MS + 13 * SECOND_MS, isPositive, isInvalid: false, untilMs }
  return [first, testOf([index, nth + 10], at, { ...again, retestOf: first.id })]
}

/** 2 % at first, 17 % on the last day, the steepest in the middle. */
export function positivity(day: number): number {
  if (day <= 0) return POSITIVITY_FROM
  const rise = 1 / (1 + Math.exp(-(day - DAYS * 0.55)))
  const last = 1 / (1 + Math.exp(-(DAYS - 1 - DAYS * 0.55)))
  return POSITIVITY_FROM + (POSITIVITY_TO - POSITIVITY_FROM) * (rise / last)
}

interface Drawn {
  readonly sampleMs: number
  readonly isPositive: boolean
  readonly isInvalid: boolean
  readonly untilMs: number
  readonly retestOf: string | null
}

function testOf(seed: readonly [number, number], at: At, drawn: Drawn): DemoBreathTest {
  const draw = (part: number) => unit(PART, ...seed, part)
  const { isInvalid, isPositive, sampleMs, untilMs, retestOf } = drawn
  const score = round(isPositive ? 0.63 + draw(20) * 0.34 : draw(20) ** 2 * 0.52, 2)
  const verdict = verdictOf(score, MODEL)
  return {
    id: idOf(...seed, 15),
    subject: at.subject,
    clientId: at.device.clientId,
    status: isInvalid ? 'invalid' : statusOf(untilMs - sampleMs, draw(16)),
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
    // At a prevalence like the wave's most presumptive ones are true, and some are not.
    isConfirmed: verdict === 'presumptive' && draw(17) < 0.7 ? draw(18) < 0.88 : null,
    sessionNo: null,
    platePos: null,
    values: valuesOf(at.subject.ageBand, isPositive, draw),
    retestOf,
  }
}

/** What is two days old has been released, most of it; today's are on their way. */
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

/** Log-normal within the band of the age, above it of what the model goes by in positives, on an ambient background. */
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

/** The largest screening of the last days stands on plates of 96. */
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

/** What the device draws of a sample: peaks where the substances come, as high as they are. */
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
