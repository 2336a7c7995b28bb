import { Cron } from 'croner'
import { expand, readCron } from './expression.ts'
import { CRON_PARTS, type CronPart } from './parts.ts'
import type { CronItem } from './read-part.ts'

export interface NextRunsOptions {
  /** Runs after this instant, epoch ms. */
  readonly fromMs: number
  readonly count: number
  /** IANA name; default is the server's zone, where the jobs run. */
  readonly timeZone?: string
  /** Treats the year as «every» (WG-119). */
  readonly isYearIgnored?: boolean
}

/** The time zone of the server's scheduler. */
export const SCHEDULE_TIME_ZONE = 'Asia/Shanghai'

/**
 * The next runs of an expression, epoch ms, ascending; fewer than requested if it ends, empty if it never matches.
 * @throws Error with a sentence for the user when the expression is empty or cannot be read
 */
export function nextRuns(text: string, options: NextRunsOptions): number[] {
  const { fromMs, count, timeZone = SCHEDULE_TIME_ZONE, isYearIgnored = false } = options
  const parts = readCron(text)
  const pattern = CRON_PARTS.map((part) => {
    const items = part === 'year' && isYearIgnored ? undefined : parts[part]
    return items ? items.map((item) => textOf(part, item)).join(',') : part === 'second' ? '0' : '*'
  }).join(' ')
  // Sunday = 1 as in Quartz; if both a day and a weekday are given, both must match.
  const job = new Cron(pattern, {
    mode: '7-part',
    alternativeWeekdays: true,
    domAndDow: true,
    timezone: timeZone,
    paused: true,
  })
  return job.nextRuns(count, new Date(fromMs)).map((run) => run.getTime())
}

/** One member in croner's syntax: it supports neither our names nor wrapping ranges, so values are listed. */
function textOf(part: CronPart, item: CronItem): string {
  switch (item.type) {
    case 'unset':
      return '?'
    case 'last':
      return 'L'
    case 'lastWork':
      return 'LW'
    case 'work':
      return `${item.day}W`
    case 'nth':
      return `${item.weekday}#${item.nth}`
    case 'lastWeekday':
      return `${item.weekday}#L`
    case 'span':
      if (item.form === 'star') return '*'
      // Up to 9 999 years: left as a range; croner has no year 0.
      if (part === 'year') return `${Math.max(item.from, 1)}-${Math.max(item.to, 1)}/${item.step}`
      return expand(part, item)?.join(',') ?? '*'
  }
}
