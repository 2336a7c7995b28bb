import type { Sample } from './breath.ts'
import { metricByCode } from './metrics.ts'
import { readSubjectCode } from './subject.ts'
import { finite, isObject, type JsonObject, shortText } from './telemetry-read.ts'

export const BREATH_METHODS = ['GC-MS', 'GC-IMS', 'PTR-MS', 'SIFT-MS', 'e-nose', 'electrochem'] as const
export type BreathMethod = (typeof BREATH_METHODS)[number]

/** Event type with which devices report a result. */
export const BREATH_RESULT_EVENT = 'breath.result'
export const PLATE_PLACES = 96

export interface BreathValue {
  readonly metricCode: string
  readonly value: number
  readonly ambient: number | null
  readonly unit: string
}

interface Told {
  /** Number of the pending test if it was entered beforehand. */
  readonly no: string | null
  /** Null if the device names no subject, or no valid one. */
  readonly subjectCode: string | null
  readonly method: BreathMethod
  readonly sample: Sample
  readonly flowMls: number | null
  readonly ambientTemp: number | null
  readonly ambientRh: number | null
  readonly sessionNo: string | null
  readonly platePos: number | null
  readonly values: readonly BreathValue[]
}

export type BreathResult =
  | (Told & {
      readonly ok: true
      readonly model: { readonly name: string; readonly version: string }
      readonly score: number
      readonly confidence: number | null
    })
  /** Stored as an invalid sample, so that it stays visible. */
  | (Told & { readonly ok: false; readonly reason: string })

const MAX_WORD = 40

/** Parses the data of a {@link BREATH_RESULT_EVENT}. Never throws; unusable data is reported, not guessed. */
export function parseBreathResult(data: JsonObject): BreathResult {
  const method = BREATH_METHODS.find((one) => one === data.method)
  const values = isObject(data.values)
    ? Object.entries(data.values).flatMap(([code, given]) => readValue(code, given))
    : []
  const told: Told = {
    no: wordOf(data.no),
    subjectCode: readSubjectCode(shortText(data.subject, MAX_WORD) ?? '') ?? null,
    method: method ?? 'GC-MS',
    sample: { etco2: amount(data.etco2), volumeMl: amount(data.volumeMl), ambientVoc: amount(data.ambientVoc) },
    flowMls: amount(data.flowMls),
    ambientTemp: finite(data.temp) ?? null,
    ambientRh: amount(data.rh),
    sessionNo: wordOf(data.session),
    platePos: placeOf(data.pos),
    values,
  }
  const score = finite(data.score)
  const model = modelOf(data.model)
  if (method === undefined) return { ...told, ok: false, reason: '检测方法不明' }
  if (values.length === 0) return { ...told, ok: false, reason: '没有可用的测量值' }
  if (model === undefined) return { ...told, ok: false, reason: '模型版本缺失' }
  if (score === undefined || score < 0 || score > 1) return { ...told, ok: false, reason: '指纹得分缺失或超出 0–1' }
  const confidence = finite(data.conf)
  const isShare = confidence !== undefined && confidence >= 0 && confidence <= 1
  return { ...told, ok: true, model, score, confidence: isShare ? confidence : null }
}

function readValue(metricCode: string, given: unknown): BreathValue[] {
  const metric = metricByCode(metricCode)
  if (metric?.category !== 'breath') return []
  const [value, ambient] = isObject(given) ? [finite(given.v), finite(given.a)] : [finite(given), undefined]
  return value === undefined ? [] : [{ metricCode, value, ambient: ambient ?? null, unit: metric.unit }]
}

const wordOf = (value: unknown): string | null => shortText(value, MAX_WORD)?.trim() || null

const amount = (value: unknown): number | null => {
  const number = finite(value)
  return number === undefined || number < 0 ? null : number
}

const placeOf = (value: unknown): number | null => {
  const place = finite(value)
  return place !== undefined && Number.isInteger(place) && place >= 1 && place <= PLATE_PLACES ? place : null
}

/** `VOC-5 v2.3.1` */
function modelOf(value: unknown) {
  const [name, version, ...more] =
    shortText(value, MAX_WORD * 2)
      ?.trim()
      .split(/\s+/) ?? []
  return name && version && more.length === 0 ? { name, version } : undefined
}
