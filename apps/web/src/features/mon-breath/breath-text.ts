import { BREATH_STATUS_WORDS, BREATH_WAITS, type BreathRow, SEX_WORDS } from '@natim/contract/mon/breath'
import { VERDICT_WORDS } from '@natim/domain/breath'
import { NO_VALUE } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'

/** `11-21 09 时`, or to the second when unmasked. */
export function sampleTime(ms: number | null, isOpen: boolean): string {
  if (ms === null) return NO_VALUE
  const text = formatGmt8(ms)
  return isOpen ? text.slice(5, 19) : `${text.slice(5, 13)} 时`
}

/** Time of a step, without the day, which the head shows: `09 时`. */
export function stepTime(ms: number, isOpen: boolean): string {
  const text = formatGmt8(ms)
  return isOpen ? text.slice(11, 16) : `${text.slice(11, 13)} 时`
}

export const statusText = (status: BreathRow['status']): string => BREATH_WAITS[status] ?? BREATH_STATUS_WORDS[status]

/** Dictionary texts only; an invalid sample has the text for invalid, never a verdict. */
export function verdictText({ status, verdict }: Pick<BreathRow, 'status' | 'verdict'>): string {
  if (status === 'invalid') return VERDICT_WORDS.invalid
  return verdict === null ? NO_VALUE : VERDICT_WORDS[verdict]
}

export const ageText = (ageBand: string | null): string =>
  ageBand === null ? '年龄段未知' : `${ageBand.replace('-', '–')} 岁`

export const sexText = (sex: BreathRow['sex']): string => (sex === null ? NO_VALUE : SEX_WORDS[sex])

export const breathPath = (id: string): string => `/mon/breath/detail/${id}`
