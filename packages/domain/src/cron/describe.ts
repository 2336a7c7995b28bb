import { type CronDraft, parseCron } from './expression.ts'
import { type CronPart, normalisePart, type PartValue } from './parts.ts'

const WEEKDAY_NAMES = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const
/** Longer lists are shown as a count. */
const SHOWN_VALUES = 8

/** 星期日 of 1 … 星期六 of 7. */
export const weekdayName = (weekday: number): string => WEEKDAY_NAMES[weekday - 1] ?? String(weekday)

/** An expression as a sentence: `每月 1、15 日 02:00:00 执行`. Requires that {@link findCronFault} accepts it. */
export function describeCron(text: string): string {
  const draft = parseCron(text)
  const date = dateOf(draft)
  const isAlways = date.join('') === '每天' && draft.hour.mode === 'every'
  return `${[...(isAlways ? [] : date), timeOf(draft)].join(' ')} 执行`
}

function dateOf(draft: CronDraft): string[] {
  const { year, month, day, week } = draft
  const when = [
    year.mode === 'every' ? '' : wordsOf('year', year),
    month.mode === 'every' ? '' : wordsOf('month', month),
  ].filter((words) => words !== '')
  const days = [day, week].flatMap((value, index) =>
    value.mode === 'every' || value.mode === 'unset' ? [] : [wordsOf(index === 0 ? 'day' : 'week', value)],
  )
  if (days.length === 0) return [...when, '每天']
  return [...when, (month.mode === 'every' && needsMonth(draft) ? '每月 ' : '') + days.join('且为')]
}

/** «The 15th» refers to each month; «Mondays» do not. */
const needsMonth = ({ day, week }: CronDraft) =>
  (day.mode !== 'every' && day.mode !== 'unset') || week.mode === 'nth' || week.mode === 'lastWeekday'

function timeOf({ hour, minute, second }: CronDraft): string {
  const [h, m, s] = [hour, minute, second].map(clockOf)
  if (h && m && s) return h.map((each) => `${each}:${m[0]}:${s[0]}`).join('、')
  const isOnTheMinute = second.mode === 'specify' && second.values.every((value) => value === 0)
  const words = [
    // «Every hour» is implied where every minute is included.
    hour.mode === 'every' && minute.mode === 'every' ? '' : wordsOf('hour', hour),
    minute.mode === 'every' && second.mode === 'every' ? '' : wordsOf('minute', minute),
    isOnTheMinute ? '' : wordsOf('second', second),
  ]
  return words.filter((word) => word !== '').join(' ')
}

/** Clock digits: several hours, but one minute and one second. */
function clockOf(value: PartValue, index: number): string[] | undefined {
  const isTime =
    value.mode === 'specify' && value.values.length > 0 && value.values.length <= (index === 0 ? SHOWN_VALUES : 1)
  return isTime ? value.values.map((figure) => String(figure).padStart(2, '0')) : undefined
}

const UNITS: Readonly<Record<CronPart, readonly [point: string, span: string]>> = {
  second: ['秒', '秒'],
  minute: ['分', '分钟'],
  hour: ['时', '小时'],
  day: ['日', '天'],
  month: ['月', '个月'],
  week: ['', '天'],
  year: ['年', '年'],
}

function wordsOf(part: CronPart, raw: PartValue): string {
  const value = normalisePart(part, raw)
  const [point, span] = UNITS[part]
  const name = (figure: number) => (part === 'week' ? weekdayName(figure) : String(figure))
  switch (value.mode) {
    case 'every':
      return `每${span}`
    case 'unset':
      return ''
    case 'last':
      return '最后一天'
    case 'lastWork':
      return '最后一个工作日'
    case 'work':
      return `离 ${value.day} 日最近的工作日`
    case 'nth':
      return `第 ${value.nth} 个${weekdayName(value.weekday)}`
    case 'lastWeekday':
      return `最后一个${weekdayName(value.weekday)}`
    case 'range':
      return `${name(value.from)} 至 ${name(value.to)} ${point}`.trim()
    case 'loop':
      return `从 ${name(value.start)} ${point}起每 ${value.step} ${span}`
    case 'specify': {
      const shown = value.values.slice(0, SHOWN_VALUES).map(name).join('、')
      return `${value.values.length > SHOWN_VALUES ? `${shown} 等 ${value.values.length} 个` : shown} ${point}`.trim()
    }
  }
}
