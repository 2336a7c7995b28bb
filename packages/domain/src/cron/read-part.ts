import { type CronBounds, type CronPart, NTH, PART_SPECS } from './parts.ts'

/** One member of a part's comma-separated list, names converted to numbers. */
export type CronItem =
  | { readonly type: 'unset' | 'last' | 'lastWork' }
  /** Every `step`-th value from `from` to `to`; `from` > `to` wraps around. */
  | {
      readonly type: 'span'
      readonly from: number
      readonly to: number
      readonly step: number
      readonly form: 'star' | 'value' | 'range' | 'loop' | 'steppedRange'
    }
  | { readonly type: 'work'; readonly day: number }
  | { readonly type: 'nth'; readonly weekday: number; readonly nth: number }
  | { readonly type: 'lastWeekday'; readonly weekday: number }

/** Members of a part, or a sentence describing what is wrong. */
export type PartReading = { readonly items: readonly CronItem[] } | { readonly fault: string }

/** Parses one part of an expression. Never throws. */
export function readPart(part: CronPart, text: string): PartReading {
  const { label, names } = PART_SPECS[part]
  const upper = text.toUpperCase()
  if (upper === '?') {
    return part === 'day' || part === 'week' ? { items: [{ type: 'unset' }] } : { fault: `「${label}」不能为 ?` }
  }
  const items: CronItem[] = []
  for (const member of upper.split(',')) {
    const numbered = member.replace(/[A-Z]{3}/g, (name) => String(names.indexOf(name) + 1 || name))
    const item = readSpan(part, numbered) ?? readSpecial(part, numbered)
    if (!item) return { fault: faultOf(part, numbered, text) }
    items.push(item)
  }
  return { items }
}

function readSpan(part: CronPart, text: string): CronItem | undefined {
  const { values, range, canWrap, start, step } = PART_SPECS[part]
  const [, star, first, last, interval] = /^(?:(\*)|(\d{1,4})(?:-(\d{1,4}))?)(?:\/(\d{1,4}))?$/.exec(text) ?? []
  if (star === undefined && first === undefined) return undefined
  // The year's fields are narrower than what an expression may contain (VA-66, WG-122).
  const allowed = part === 'year' ? range : values
  const by = Number(interval ?? 1)
  if (interval !== undefined && !isIn(by, step)) return undefined
  const every = Math.max(by, 1)
  if (star) return { type: 'span', from: values.min, to: values.max, step: every, form: interval ? 'loop' : 'star' }
  const from = Number(first)
  if (last === undefined && interval !== undefined) {
    if (!isIn(from, part === 'month' ? start : allowed)) return undefined
    return { type: 'span', from: Math.max(from, values.min === 0 ? 0 : 1), to: allowed.max, step: every, form: 'loop' }
  }
  const to = last === undefined ? from : Number(last)
  if (!isIn(from, allowed) || !isIn(to, allowed) || (from > to && !canWrap)) return undefined
  const form = last === undefined ? 'value' : interval === undefined ? 'range' : 'steppedRange'
  return { type: 'span', from, to, step: every, form }
}

function readSpecial(part: CronPart, text: string): CronItem | undefined {
  if (part === 'day') {
    if (text === 'L') return { type: 'last' }
    if (text === 'LW') return { type: 'lastWork' }
    const [, day] = /^(\d{1,2})W$/.exec(text) ?? []
    return isIn(Number(day), PART_SPECS.day.values) ? { type: 'work', day: Number(day) } : undefined
  }
  if (part !== 'week') return undefined
  const [, weekday, nth, last] = /^(\d)(?:#(\d)|(L|#L))$/.exec(text) ?? []
  if (!isIn(Number(weekday), PART_SPECS.week.values)) return undefined
  if (last !== undefined) return { type: 'lastWeekday', weekday: Number(weekday) }
  return isIn(Number(nth), NTH) ? { type: 'nth', weekday: Number(weekday), nth: Number(nth) } : undefined
}

/** Two forms of other schedulers that we do not support get a message of their own. */
function faultOf(part: CronPart, member: string, text: string): string {
  const { label } = PART_SPECS[part]
  if (part === 'day' && /^L-\d+W?$/.test(member)) return `「日」不支持 ${text}：倒数第几天无法设置，最后一天请用 L`
  if (part === 'week' && member === 'L') return '「周」的 L 前须写明星期几，例如 7L 为最后一个星期六'
  return `「${label}」无法识别：${text.slice(0, 20)}`
}

const isIn = (value: number, { min, max }: CronBounds) => value >= min && value <= max
