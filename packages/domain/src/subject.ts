import { metricByCode } from './metrics.ts'
import { HOUR_MS } from './time.ts'

/** Age bands of measured persons, who are identified by a random code only (domain §3.10). */
export const AGE_BANDS = ['0-4', '5-11', '12-17', '18-39', '40-59', '60-74', '75+'] as const
export type AgeBand = (typeof AGE_BANDS)[number]

/** Crockford's base32: no I, L, O and U, which are easily misread. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_CHARS = 10
export const SUBJECT_CODE = /^B-[0-9A-HJKMNP-TV-Z]{10}$/

/** Normalises a handwritten code: lower case, O for 0, I and L for 1. Undefined if it is not valid. */
export function readSubjectCode(text: string): string | undefined {
  const code = text.trim().toUpperCase().replace(/^B-?/, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return SUBJECT_CODE.test(`B-${code}`) ? `B-${code}` : undefined
}

const SHOWN_HEAD = 6
const SHOWN_TAIL = 2

/** `B-7K2Q****TD`: enough to distinguish rows of a page, not enough to identify a person. */
export const maskSubjectCode = (code: string): string => `${code.slice(0, SHOWN_HEAD)}****${code.slice(-SHOWN_TAIL)}`

/** Truncates to the hour; works for GMT+8 and UTC, whose hours start together. */
export const maskInstantMs = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS

/** Metric categories measured on persons. */
export const PERSON_CATEGORIES: readonly string[] = ['breath', 'vital']
/** Whether a metric is measured on a person: its timestamps reveal when someone was measured. */
export const isPersonMetric = (code: string): boolean => PERSON_CATEGORIES.includes(metricByCode(code)?.category ?? '')
/** Devices that measure persons. */
export const PERSON_KINDS: readonly string[] = ['breath', 'wearable']
