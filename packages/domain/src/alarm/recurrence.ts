import { DAY_MS, GMT8_OFFSET_MS, gmt8Fields, parseGmt8 } from '../time.ts'

/** In iCalendar's order; the index is a weekday, 0 = Sunday. */
export const WEEKDAY_CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const
export type WeekdayCode = (typeof WEEKDAY_CODES)[number]

/** How a window recurs: on these weekdays (GMT+8) until an instant. */
export interface Recurrence {
  readonly freq: 'DAILY' | 'WEEKLY'
  /** 0 = Sunday; all of them when daily. Empty: the weekday of the first start. */
  readonly weekdays: readonly number[]
  /** No occurrence starts after it, epoch ms; null = unlimited. */
  readonly untilMs: number | null
}

/** Maximum length of its text. */
export const MAX_RECURRENCE_CHARS = 100

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/**
 * Parses the subset of RFC 5545 that windows use: `FREQ=DAILY` or `FREQ=WEEKLY;BYDAY=MO,TU`, with `UNTIL`; undefined
 * otherwise.
 */
export function parseRecurrence(text: string): Recurrence | undefined {
  if (text.length > MAX_RECURRENCE_CHARS) return undefined
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (more.length > 0 || value === '' || parts.has(name)) return undefined
    parts.set(name, value)
  }
  const { FREQ, BYDAY, UNTIL, ...unknown } = Object.fromEntries(parts)
  if (Object.keys(unknown).length > 0 || (FREQ !== 'DAILY' && FREQ !== 'WEEKLY')) return undefined
  if (FREQ === 'DAILY' && BYDAY !== undefined) return undefined
  const weekdays = FREQ === 'DAILY' ? EVERY_DAY : weekdaysOf(BYDAY)
  const untilMs = UNTIL === undefined ? null : untilOf(UNTIL)
  return weekdays === undefined || untilMs === undefined ? undefined : { freq: FREQ, weekdays, untilMs }
}

function weekdaysOf(text: string | undefined): number[] | undefined {
  if (text === undefined) return []
  const days = text.split(',').map((code) => WEEKDAY_CODES.indexOf(code as WeekdayCode))
  return days.includes(-1) || new Set(days).size !== days.length ? undefined : days
}

const UNTIL_TEXT = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/

/** A date counts to its end in GMT+8; a date-time is UTC. */
function untilOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] = UNTIL_TEXT.exec(text) ?? []
  if (year === undefined) return undefined
  const dayStartMs = parseGmt8(`${year}-${month}-${day}`)
  if (dayStartMs === undefined || hour === undefined)
    return dayStartMs === undefined ? undefined : dayStartMs + DAY_MS - 1
  const asGmt8 = parseGmt8(`${year}-${month}-${day} ${hour}:${minute}:${second}`)
  return asGmt8 === undefined ? undefined : asGmt8 + GMT8_OFFSET_MS
}

/** A time span that may recur; every occurrence has the clock times of the first. Instants are epoch ms. */
export interface TimeWindow {
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
  /** Null = once. */
  readonly recurrence: Recurrence | null
  /** Ended early at this instant; null = not ended. */
  readonly endedMs: number | null
}

export type WindowState = 'waiting' | 'open' | 'between' | 'ended'

/** State of a window at an instant. `between`: it has been open and will be again. */
export function windowStateAt(window: TimeWindow, nowMs: number): WindowState {
  if (window.endedMs !== null && window.endedMs <= nowMs) return 'ended'
  if (openUntilMs(window, nowMs) !== undefined) return 'open'
  if (nextStartMs(window, nowMs) === undefined) return 'ended'
  return nowMs < window.fromMs ? 'waiting' : 'between'
}

/** End of the occurrence that contains an instant; undefined if the window is not open then. */
export function openUntilMs(window: TimeWindow, nowMs: number): number | undefined {
  const { fromMs, toMs, recurrence, endedMs } = window
  if (endedMs !== null && endedMs <= nowMs) return undefined
  const untilOwn = (endMs: number) => (endedMs === null ? endMs : Math.min(endMs, endedMs))
  if (recurrence === null) return fromMs <= nowMs && nowMs < toMs ? untilOwn(toMs) : undefined
  const spanMs = toMs - fromMs
  const ends: number[] = []
  for (let startMs = startOn(fromMs, nowMs); startMs > nowMs - spanMs; startMs -= DAY_MS)
    if (startMs <= nowMs && isStart(window, recurrence, startMs)) ends.push(startMs + spanMs)
  return ends.length === 0 ? undefined : untilOwn(Math.max(...ends))
}

/** The next start after an instant; undefined if there is none. */
export function nextStartMs(window: TimeWindow, nowMs: number): number | undefined {
  const { fromMs, recurrence, endedMs } = window
  const isLeft = (startMs: number) => endedMs === null || startMs < endedMs
  if (recurrence === null) return fromMs > nowMs && isLeft(fromMs) ? fromMs : undefined
  const firstMs = startOn(fromMs, Math.max(nowMs, fromMs))
  for (let i = 0; i <= 7; i++) {
    const startMs = firstMs + i * DAY_MS
    if (startMs > nowMs && isStart(window, recurrence, startMs)) return isLeft(startMs) ? startMs : undefined
  }
  return undefined
}

/** The clock time of the first start on the GMT+8 day of an instant. */
function startOn(fromMs: number, dayMs: number): number {
  const clockMs = (fromMs + GMT8_OFFSET_MS) % DAY_MS
  return Math.floor((dayMs + GMT8_OFFSET_MS) / DAY_MS) * DAY_MS - GMT8_OFFSET_MS + clockMs
}

function isStart({ fromMs }: TimeWindow, { weekdays, untilMs }: Recurrence, startMs: number): boolean {
  if (startMs < fromMs || (untilMs !== null && startMs > untilMs)) return false
  const days = weekdays.length === 0 ? [gmt8Fields(fromMs).weekday] : weekdays
  return days.includes(gmt8Fields(startMs).weekday)
}

const WEEKDAY_NAMES = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** 每天, 每周一、周三; empty without recurrence. */
export function recurrenceText(recurrence: Recurrence | null, fromMs: number): string {
  if (recurrence === null) return ''
  if (recurrence.freq === 'DAILY') return '每天'
  const { weekdays } = recurrence
  const days = weekdays.length === 0 ? [gmt8Fields(fromMs).weekday] : weekdays
  // Weeks start on Monday.
  const inOrder = days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  return `每${inOrder.map((day) => WEEKDAY_NAMES[day]).join('、')}`
}
