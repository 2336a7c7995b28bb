import type { Db } from '../../platform/db/db.ts'

export const findRuleTexts = (db: Db, ruleId: string) =>
  db.selectFrom('monAlarmRule').select(['guide', 'code']).where('id', '=', ruleId).executeTakeFirst()

export async function findStationPopulation(db: Db, stationId: string | null): Promise<number | null> {
  if (stationId === null) return null
  const row = await db.selectFrom('monStation').select('population5km').where('id', '=', stationId).executeTakeFirst()
  return row?.population5km ?? null
}
