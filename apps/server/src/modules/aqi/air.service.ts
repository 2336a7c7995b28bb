import type { HomeAir } from '@natim/contract/mon/home-cards'
import { aqiGrade } from '@natim/domain/aqi'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { loadReport, newestHour } from './aqi.service.ts'

const SHOWN = 10
const GRADES = [1, 2, 3, 4, 5, 6] as const

/** Summary of the cities' latest hour, from the report of the air quality page. */
export async function loadAir(db: Db, scope: DataScope, region: string | undefined, nowMs: number): Promise<HomeAir> {
  const query = { span: 'hour', toMs: newestHour(nowMs), place: 'city', standard: 'auto', region } as const
  const { rows, toMs, standard } = await loadReport(db, scope, query, nowMs)
  const judged = rows.flatMap(({ id, name, aqi }) => (aqi === null ? [] : [{ id, name, aqi }]))
  const grades = GRADES.map((grade) => judged.filter(({ aqi }) => aqiGrade(aqi) === grade).length)
  // With fewer than twenty cities each appears on one side only.
  const half = Math.min(SHOWN, Math.ceil(judged.length / 2))
  return {
    toMs,
    standard,
    grades,
    missing: rows.length - judged.length,
    best: judged.slice(0, half),
    worst: judged.slice(half).slice(-SHOWN).toReversed(),
  }
}
