import type { LimitMark } from '@natim/contract/mon/limit'
import { railLimits } from '@natim/domain/limits'
import { z } from 'zod'

/** `limit_override` of a channel (domain §3.5); anything else in the column is no limit. */
const override = z.array(
  z.object({
    level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
    value: z.number(),
    avgS: z.number().positive().optional(),
  }),
)

/** 一类 or 二类功能区 of the station; selects the grade of ambient limits. */
export type FuncZone = 1 | 2

/**
 * Limits of a channel, ascending: its own ones when it has any, else the published ones of its metric that are valid
 * on that GMT+8 day (`yyyy-MM-dd`).
 */
export function limitMarks(
  metricCode: string,
  funcZone: FuncZone,
  limitOverride: unknown,
  dayGmt8: string,
): readonly LimitMark[] {
  if (limitOverride === null) return publishedMarks(metricCode, funcZone, dayGmt8)
  const own = override.safeParse(limitOverride)
  if (!own.success || own.data.length === 0) return publishedMarks(metricCode, funcZone, dayGmt8)
  return own.data
    .map(({ level, value, avgS }) => ({
      name: `通道限值${level}级`,
      value,
      avgPeriod: avgS === undefined ? 'instant' : `${avgS}s`,
      severity: level,
      source: '通道自定义限值',
    }))
    .sort((a, b) => a.value - b.value)
}

// The catalogue is constant and every channel of a metric shares its marks: about 200 entries a day.
let cachedDay = ''
const cache = new Map<string, readonly LimitMark[]>()

function publishedMarks(metricCode: string, funcZone: FuncZone, dayGmt8: string): readonly LimitMark[] {
  if (dayGmt8 !== cachedDay) {
    cachedDay = dayGmt8
    cache.clear()
  }
  const key = `${metricCode}|${funcZone}`
  const held = cache.get(key)
  if (held) return held
  const marks = railLimits(metricCode, dayGmt8, { grade: funcZone })
  cache.set(key, marks)
  return marks
}
