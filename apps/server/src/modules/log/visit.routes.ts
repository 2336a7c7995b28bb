import { visitEndpoints } from '@natim/contract/system/log'
import { calendarDayGmt8, DAY_MS, parseGmt8 } from '@natim/domain/time'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { countVisits, countVisitsByDay } from './visit.repository.ts'

const DAYS = 7

export interface VisitDeps {
  readonly db: Db
  readonly now: () => number
}

/** Sign-in statistics (contract/10 §8). */
export function registerVisitRoutes(app: FastifyInstance, { db, now }: VisitDeps): void {
  const startOfToday = () => parseGmt8(calendarDayGmt8(now())) ?? 0
  implement(app, visitEndpoints, {
    counts: async () => {
      const { total, today, todayIp } = await countVisits(db, new Date(startOfToday()))
      return { totalVisitCount: total, todayVisitCount: today, todayIp }
    },
    week: async () => {
      const firstMs = startOfToday() - (DAYS - 1) * DAY_MS
      const rows = new Map((await countVisitsByDay(db, new Date(firstMs))).map((row) => [row.day, row]))
      return Array.from({ length: DAYS }, (_, index) => {
        const day = calendarDayGmt8(firstMs + index * DAY_MS)
        const row = rows.get(day)
        return { visit: row?.visits ?? 0, ip: row?.addresses ?? 0, tian: day, type: day.slice(5) }
      })
    },
  })
}
