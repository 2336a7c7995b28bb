/**
 * National Early Warning Score 2 (Royal College of Physicians, 2017; domain §5.7). The chart is reproduced with its
 * name, as the college requests.
 */

export const NEWS2_ITEMS = ['rr', 'spo2', 'oxygen', 'sbp', 'hr', 'consciousness', 'temp'] as const
export type News2Item = (typeof NEWS2_ITEMS)[number]

/** Alert, new Confusion, responds to Voice, to Pain, Unresponsive. */
export const ACVPU = ['A', 'C', 'V', 'P', 'U'] as const
export type Acvpu = (typeof ACVPU)[number]

/** Null = unknown. Skin temperature is excluded: it does not reflect core temperature. */
export interface Vitals {
  /** Breaths per minute. */
  readonly rr: number | null
  /** % */
  readonly spo2: number | null
  /** 2 only if ordered by a clinician: hypercapnic failure, target 88–92 %. */
  readonly spo2Scale: 1 | 2
  readonly onOxygen: boolean | null
  /** mmHg */
  readonly sbp: number | null
  /** Beats per minute. */
  readonly hr: number | null
  readonly consciousness: Acvpu | null
  /** Core or axillary, ℃. */
  readonly temp: number | null
}

export type News2Points = 0 | 1 | 2 | 3
/** 低, 低-中, 中, 高 */
export type News2Risk = 'low' | 'low_medium' | 'medium' | 'high'

export interface News2 {
  readonly parts: Readonly<Record<News2Item, News2Points | null>>
  /** Sum of the known parts, 0–20. */
  readonly total: number
  readonly missing: readonly News2Item[]
  readonly maxSingle: News2Points
  /** Null = too little is known to call the risk low. */
  readonly risk: News2Risk | null
  /** Severity of the alarm (domain §5.7, own): 2 from 7 points on, 3 from 5 or with a single 3. */
  readonly severity: 2 | 3 | null
}

/** Points of the first band whose upper end includes the value; the last band is open. */
type Bands = readonly (readonly [upTo: number, points: News2Points])[]

const RR: Bands = [
  [8, 3],
  [11, 1],
  [20, 0],
  [24, 2],
  [Infinity, 3],
]
const SPO2: Bands = [
  [91, 3],
  [93, 2],
  [95, 1],
  [Infinity, 0],
]
const SPO2_SCALE2_AIR: Bands = [
  [83, 3],
  [85, 2],
  [87, 1],
  [Infinity, 0],
]
const SPO2_SCALE2_OXYGEN: Bands = [
  [83, 3],
  [85, 2],
  [87, 1],
  [92, 0],
  [94, 1],
  [96, 2],
  [Infinity, 3],
]
const SBP: Bands = [
  [90, 3],
  [100, 2],
  [110, 1],
  [219, 0],
  [Infinity, 3],
]
const HR: Bands = [
  [40, 3],
  [50, 1],
  [90, 0],
  [110, 1],
  [130, 2],
  [Infinity, 3],
]
const TEMP: Bands = [
  [35.0, 3],
  [36.0, 1],
  [38.0, 0],
  [39.0, 1],
  [Infinity, 2],
]

const TIE = 0.5
const FLOAT_NOISE = 1e-6

/** The value on the chart's scale; half a step lies on two of its lines. */
function onChart(value: number, stepsPerUnit: number): readonly number[] {
  const steps = value * stepsPerUnit
  const below = Math.floor(steps + FLOAT_NOISE)
  if (Math.abs(steps - below - TIE) < FLOAT_NOISE) return [below / stepsPerUnit, (below + 1) / stepsPerUnit]
  return [Math.round(steps) / stepsPerUnit]
}

const pointsIn = (bands: Bands, value: number): News2Points => bands.find(([upTo]) => value <= upTo)?.[1] ?? 3

/** A tie goes to the higher score. */
function points(bands: Bands, value: number | null, stepsPerUnit = 1): News2Points | null {
  if (value === null) return null
  return Math.max(...onChart(value, stepsPerUnit).map((line) => pointsIn(bands, line))) as News2Points
}

/** On scale 2, 93 % and above is good on air and too much on oxygen: not judged without knowing which. */
function spo2Points({ spo2, spo2Scale, onOxygen }: Vitals): News2Points | null {
  if (spo2Scale === 1) return points(SPO2, spo2)
  if (onOxygen !== null) return points(onOxygen ? SPO2_SCALE2_OXYGEN : SPO2_SCALE2_AIR, spo2)
  return spo2 !== null && Math.max(...onChart(spo2, 1)) >= 93 ? null : points(SPO2_SCALE2_AIR, spo2)
}

function riskOf(total: number, maxSingle: News2Points, isComplete: boolean): News2Risk | null {
  if (total >= 7) return 'high'
  if (total >= 5) return 'medium'
  if (maxSingle === 3) return 'low_medium'
  return isComplete ? 'low' : null
}

/** Scores the known parts; missing ones are listed and never assumed normal. */
export function news2Of(vitals: Vitals): News2 {
  const parts: Record<News2Item, News2Points | null> = {
    rr: points(RR, vitals.rr),
    spo2: spo2Points(vitals),
    oxygen: vitals.onOxygen === null ? null : vitals.onOxygen ? 2 : 0,
    sbp: points(SBP, vitals.sbp),
    hr: points(HR, vitals.hr),
    consciousness: vitals.consciousness === null ? null : vitals.consciousness === 'A' ? 0 : 3,
    temp: points(TEMP, vitals.temp, 10),
  }
  const known = NEWS2_ITEMS.flatMap((item) => parts[item] ?? [])
  const total = known.reduce<number>((sum, part) => sum + part, 0)
  const maxSingle = Math.max(0, ...known) as News2Points
  const missing = NEWS2_ITEMS.filter((item) => parts[item] === null)
  const risk = riskOf(total, maxSingle, missing.length === 0)
  return { parts, total, missing, maxSingle, risk, severity: severityOf(risk) }
}

const severityOf = (risk: News2Risk | null) =>
  risk === 'high' ? 2 : risk === 'medium' || risk === 'low_medium' ? 3 : null

/** Hours between checks and the response the college requires, by risk. */
export const NEWS2_RESPONSE: Readonly<Record<News2Risk, string>> = {
  low: '每 4–6 小时测量（0 分为每 12 小时），按常规监测',
  low_medium: '单项 3 分：每小时测量，病房医生紧急评估',
  medium: '每小时测量，急性病团队紧急评估',
  high: '持续监测，急诊评估',
}

export const NEWS2_RISK_LABEL: Readonly<Record<News2Risk, string>> = {
  low: '低',
  low_medium: '低-中',
  medium: '中',
  high: '高',
}
export const NEWS2_ITEM_LABEL: Readonly<Record<News2Item, string>> = {
  rr: '呼吸频率',
  spo2: '血氧饱和度',
  oxygen: '吸氧',
  sbp: '收缩压',
  hr: '脉搏',
  consciousness: '意识 ACVPU',
  temp: '体温',
}

/** The score does not apply to people under 16 or pregnant; an age band that reaches below 16 is not scored. */
export function news2Exclusion(subject: {
  readonly ageBand: string | null
  readonly isPregnant: boolean
}): string | null {
  if (subject.isPregnant) return '孕期不适用 NEWS2'
  return subject.ageBand !== null && ['0-4', '5-11', '12-17'].includes(subject.ageBand) ? '16 岁以下不适用 NEWS2' : null
}
