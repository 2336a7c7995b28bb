import { REVIEW_STATE } from '@natim/contract/dict'
import { type ReviewCell, type ReviewMonth, type ReviewStation } from '@natim/contract/mon/review'

export const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

/** 0 = Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day))

export function nextMonth(month: string, step: 1 | -1): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const date = new Date(Date.UTC(year, of - 1 + step, 1))
  return date.toISOString().slice(0, 7)
}

/** Accessible text of a cell. */
export const cellText = (name: string, { day, state, doubts, hasData }: ReviewCell): string =>
  `${name} ${day} ${hasData || state !== 'auto' ? REVIEW_STATE[state] : '无数据'}${doubts > 0 ? `，${doubts} 处疑点` : ''}`

/** Pending review: the day is over and has data. */
export const isWaiting = (cell: ReviewCell, today: string): boolean =>
  cell.state === 'auto' && cell.hasData && cell.day < today

export const TABS = {
  all: { label: '全部', has: () => true },
  waiting: { label: '待审', has: isWaiting },
  doubtful: { label: '有疑点', has: (cell: ReviewCell) => cell.doubts > 0 && cell.state !== 'approved' },
  reviewed: { label: '待批', has: (cell: ReviewCell) => cell.state === 'reviewed' },
  approved: { label: '已批', has: (cell: ReviewCell) => cell.state === 'approved' },
} as const satisfies Record<string, { label: string; has: (cell: ReviewCell, today: string) => boolean }>
export type TabKey = keyof typeof TABS
export const isTab = (key: string): key is TabKey => Object.hasOwn(TABS, key)

/** Number of stations with such a day, and number of such days. */
export function countTab({ stations }: ReviewMonth, key: TabKey, today: string) {
  const { has } = TABS[key]
  const days = stations.map(({ cells }) => cells.filter((cell) => has(cell, today)).length)
  return { stations: days.filter((n) => n > 0).length, days: days.reduce((sum, n) => sum + n, 0) }
}

export const stationsOf = (stations: readonly ReviewStation[], key: TabKey, today: string): readonly ReviewStation[] =>
  stations.filter(({ cells }) => cells.some((cell) => TABS[key].has(cell, today)))

/** Last day up to which everything with data is approved; undefined when not even the first is. */
export function approvedUntil({ stations }: ReviewMonth): string | undefined {
  const days = stations[0]?.cells.map(({ day }) => day) ?? []
  let last: string | undefined
  for (const [index, day] of days.entries()) {
    const isDone = stations.every(({ cells }) => {
      const cell = cells[index]
      return cell === undefined || !cell.hasData || cell.state === 'approved'
    })
    if (!isDone) break
    last = day
  }
  return last
}
