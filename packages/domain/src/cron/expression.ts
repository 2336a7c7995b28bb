import { recordOf } from '../record.ts'
import { CRON_PARTS, type CronPart, normalisePart, PART_SPECS, type PartValue } from './parts.ts'
import { type CronItem, readPart } from './read-part.ts'

/** An expression split into parts. */
export type CronDraft = Readonly<Record<CronPart, PartValue>>

/** Which parts are omitted. Without seconds there is no year either (WG-111). */
export interface CronShape {
  readonly hideSecond?: boolean
  readonly hideYear?: boolean
}

/** Initial value of an empty field. */
export const DEFAULT_CRON = '* * * * * ? *'
/** Longer than any real schedule; bounds the work of the parser. */
const LONGEST_TEXT = 255

const EVERY: PartValue = { mode: 'every' }
const ABSENT: Partial<CronDraft> = { second: { mode: 'specify', values: [0] } }

/** The parts of an expression of this shape, in order. */
export function visibleParts({ hideSecond = false, hideYear = false }: CronShape): readonly CronPart[] {
  return CRON_PARTS.filter((part) => {
    if (part === 'second') return !hideSecond
    return part !== 'year' || !(hideSecond || hideYear)
  })
}

/** Texts of the parts: seven, six without the year, five without second and year; undefined for another count. */
export function splitCron(text: string): Partial<Readonly<Record<CronPart, string>>> | undefined {
  const texts = text.trim().split(/\s+/)
  const shape = { hideSecond: texts.length === 5, hideYear: texts.length < 7 }
  const parts = visibleParts(shape)
  if (text.length > LONGEST_TEXT || texts.length !== parts.length) return undefined
  return Object.fromEntries(parts.map((part, index) => [part, texts[index]]))
}

/**
 * Parses an expression; a part that cannot be read becomes «every» (WG-112). A text without five to seven parts,
 * including the empty one, becomes the default.
 */
export function parseCron(text: string): CronDraft {
  const texts = splitCron(text) ?? splitCron(DEFAULT_CRON) ?? {}
  const draft = recordOf(CRON_PARTS, (part): PartValue => {
    const own = texts[part]
    return own === undefined ? (ABSENT[part] ?? EVERY) : parsePart(part, own)
  })
  // Neither day nor week: no scheduler accepts `? ?` (D-50).
  if (draft.day.mode === 'unset' && draft.week.mode === 'unset') draft.day = EVERY
  return draft
}

/** Parses one part into a mode with values; what no mode can express becomes «every». */
export function parsePart(part: CronPart, text: string): PartValue {
  const reading = readPart(part, text.trim())
  if ('fault' in reading) return EVERY
  if (reading.items.some((each) => each.type === 'span' && each.form === 'star')) return EVERY
  const [item, ...others] = reading.items
  if (item && others.length === 0 && !isSteppedRange(item)) return valueOf(item)
  const values = reading.items.flatMap((each) => expand(part, each) ?? Number.NaN)
  return values.some(Number.isNaN) ? EVERY : normalisePart(part, { mode: 'specify', values })
}

export function writeCron(draft: CronDraft, shape: CronShape = {}): string {
  const write = (writeOne: typeof writePart) =>
    visibleParts(shape)
      .map((part) => writeOne(part, draft[part]))
      .join(' ')
  const text = write(writePart)
  // The original may have been shorter than the values it expands to: `*,1` is sixty seconds.
  return text.length <= LONGEST_TEXT ? text : write(writeShortPart)
}

/** Writes equally spaced values as ranges with the same meaning: `0-58/2,59`. */
function writeShortPart(part: CronPart, value: PartValue): string {
  const right = normalisePart(part, value)
  return right.mode === 'specify' ? spansOf(right.values).join(',') : writePart(part, right)
}

function spansOf(values: readonly number[]): string[] {
  const [first, second] = values
  if (first === undefined) return []
  const step = (second ?? first) - first
  const end = values.findIndex((value, index) => value !== first + index * step)
  const count = second === undefined ? 1 : end === -1 ? values.length : end
  if (count < 3) return [String(first), ...spansOf(values.slice(1))]
  const span = `${first}-${values[count - 1]}`
  return [step === 1 ? span : `${span}/${step}`, ...spansOf(values.slice(count))]
}

export function writePart(part: CronPart, value: PartValue): string {
  const right = normalisePart(part, value)
  switch (right.mode) {
    case 'every':
      return '*'
    case 'unset':
      return '?'
    case 'last':
      return 'L'
    case 'lastWork':
      return 'LW'
    case 'range':
      return `${right.from}-${right.to}`
    case 'loop':
      return `${right.start}/${right.step}`
    case 'work':
      return `${right.day}W`
    case 'nth':
      return `${right.weekday}#${right.nth}`
    case 'lastWeekday':
      return `${right.weekday}L`
    case 'specify':
      return right.values.join(',')
  }
}

/**
 * What is wrong with an expression, as a sentence; undefined if a form may store it. The empty text passes: combine
 * with `required` (WG-122).
 */
export function findCronFault(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (text.length > LONGEST_TEXT) return `Cron 表达式最多 ${LONGEST_TEXT} 个字符`
  const count = trimmed.split(/\s+/).length
  if (count > CRON_PARTS.length) return 'Cron 表达式最多 7 段'
  const texts = splitCron(trimmed)
  if (!texts) return 'Cron 表达式至少 5 段：分 时 日 月 周'
  for (const part of CRON_PARTS) {
    const reading = texts[part] === undefined ? undefined : readPart(part, texts[part])
    if (reading && 'fault' in reading) return reading.fault
  }
  return texts.day === '?' && texts.week === '?' ? '「日」与「周」不能都不设置' : undefined
}

/** Parses a whole expression for computation. @throws Error with the sentence of {@link findCronFault} */
export function readCron(text: string): Readonly<Partial<Record<CronPart, readonly CronItem[]>>> {
  const fault = findCronFault(text) ?? (text.trim() === '' ? 'Cron 表达式为空' : undefined)
  if (fault !== undefined) throw new Error(fault)
  return Object.fromEntries(
    Object.entries(splitCron(text) ?? {}).map(([part, own]) => {
      const reading = readPart(part as CronPart, own)
      return [part, 'items' in reading ? reading.items : []]
    }),
  )
}

/** Values of a member, undefined if it is not a list of values. */
export function expand(part: CronPart, item: CronItem): number[] | undefined {
  if (item.type !== 'span') return undefined
  const { min, max } = PART_SPECS[part].values
  const last = item.from <= item.to ? item.to : item.to + (max - min + 1)
  const count = Math.floor((last - item.from) / item.step) + 1
  return Array.from({ length: count }, (_, index) => {
    const value = item.from + index * item.step
    return value > max && item.from > item.to ? value - (max - min + 1) : value
  })
}

const isSteppedRange = (item: CronItem) => item.type === 'span' && item.form === 'steppedRange'

function valueOf(item: CronItem): PartValue {
  if (item.type === 'work') return { mode: 'work', day: item.day }
  if (item.type === 'nth') return { mode: 'nth', weekday: item.weekday, nth: item.nth }
  if (item.type === 'lastWeekday') return { mode: 'lastWeekday', weekday: item.weekday }
  if (item.type !== 'span') return { mode: item.type }
  if (item.form === 'star') return EVERY
  if (item.form === 'loop') return { mode: 'loop', start: item.from, step: item.step }
  return item.form === 'range'
    ? { mode: 'range', from: item.from, to: item.to }
    : { mode: 'specify', values: [item.from] }
}
