import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import type { MonReportDef } from '../types.ts'

/** Cover the whole network; a user with a smaller scope gets the rows of that scope. */
const DEFS = [
  { id: 'rd-air-day', kind: 'air_day', name: '空气质量日报', cron: '0 30 0 * * ? *', place: 'city' },
  { id: 'rd-air-hour', kind: 'air_hour', name: '空气质量时报', cron: '0 20 * * * ? *', place: 'city' },
  { id: 'rd-station-month', kind: 'station_month', name: '站点月报', cron: '0 0 8 3 * ? *', place: 'station' },
  { id: 'rd-alarm-week', kind: 'alarm_week', name: '报警周报', cron: '0 30 8 ? * 2 *', place: 'city' },
  { id: 'rd-device-month', kind: 'device_month', name: '设备可用率月报', cron: '0 0 7 1 * ? *', place: 'city' },
] as const

/** Shipped reports; those an administrator changed or disabled are left alone. */
export async function seedMonReports(trx: Tx): Promise<void> {
  const rows = DEFS.map(
    (def, index): Insertable<MonReportDef> => ({
      ...def,
      isBuiltin: true,
      formats: ['html', 'xlsx'],
      sysOrgCode: 'A01',
      scopePrefixes: ['*'],
      sortNo: index + 1,
    }),
  )
  await trx
    .insertInto('monReportDef')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
