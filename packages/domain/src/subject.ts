import { metricByCode } from './metrics.ts'
import { HOUR_MS } from './time.ts'

/** Persons who are measured: known by a random code, described no finer than in bands (domain §3.10). */
export const AGE_BANDS = ['0-4', '5-11', '12-17', '18-39', '40-59', '60-74', '75+'] as const
export type AgeBand = (typeof AGE_BANDS)[number]

/** Crockford's base32: no I, L, O and U, which people misread. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_CHARS = 10
export const SUBJECT_CODE = /^B-[0-9A-HJKMNP-TV-Z]{10}$/

/** As people write codes down: lower case, O for 0, I and L for 1. Undefined when it is none. */
export function readSubjectCode(text: string): string | undefined {
  const code = text.trim().toUpperCase().replace(/^B-?/, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return SUBJECT_CODE.test(`B-${code}`) ? `B-${code}` : undefined
}

const SHOWN_HEAD = 6
const SHOWN_TAIL = 2

/** `B-7K2Q****TD`: enough to tell rows of a page apart, not enough to find a person. */
export const maskSubjectCode = (code: string): string => `${code.slice(0, SHOWN_HEAD)}****${code.slice(-SHOWN_TAIL)}`

/** Down to the hour; of (China) wall clocks and UTC alike, whose hours begin together. */
export const maskInstantMs = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS

/** Categories of what is measured of persons. */
export const PERSON_CATEGORIES: readonly string[] = ['breath', 'vital']
/** Whether a metric is measured of a person: when it was tells when somebody was measured. */
export const isPersonMetric = (code: string): boolean => PERSON_CATEGORIES.includes(metricByCode(code)?.category ?? '')
/** Devices that measure persons. */
export const PERSON_KINDS: readonly string[] = ['breath', 'wearable']
