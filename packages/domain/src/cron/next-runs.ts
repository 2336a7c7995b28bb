import { Cron } from 'croner'
import { expand, readCron } from './expression.ts'
import { CRON_PARTS, type CronPart } from './parts.ts'
import type { CronItem } from './read-part.ts'

export interface NextRunsOptions {
  /** Runs after this instant, epoch ms. */
  readonly fromMs: number
  readonly count: number
  /** IANA name; of the server, where the jobs run. */
  readonly timeZone?: string
  /** Takes the year for «every» (WG-119). */
  readonly isYearIgnored?: boolean
}

/** The zone the server schedules in. */
export const SCHEDULE_TIME_ZONE = 'Asia/Shanghai'

/**
 * The next runs of an expression, epoch ms, ascending; fewer than asked when it ends, none when it never comes true.
 * @throws Error with a sentence for the reader when the expression is empty or cannot be read
 */
export function nextRuns(text: string, options: NextRunsOptions): number[] {
  const { fromMs, count, timeZone = SCHEDULE_TIME_ZONE, isYearIgnored = false } = options
  const parts = readCron(text)
  const pattern = CRON_PARTS.map((part) => {
    const items = part === 'year' && isYearIgnored ? undefined : parts[part]
    return items ? items.map((item) => textOf(part, item)).join(',') : part === 'second' ? '0' : '*'
  }).join(' ')
  // Sunday = 1 as in Quartz; a day and a weekday that are both given must both hold.
  const job = new Cron(pattern, {
    mode: '7-part',
    alternativeWeekdays: true,
    domAndDow: true,
    timezone: timeZone,
    paused: true,
  })
  return job.nextRuns(count, new Date(fromMs)).map((run) => run.getTime())
}

/** One member as croner takes it: it knows neither names of ours nor ranges that wrap, so values are listed. */
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
