import type { IngestCode } from '@natim/contract/mon/ingest'
import { REJECT_BUCKETS } from '@natim/contract/mon/reject'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { findPage } from '../../platform/list/find-page.ts'
import { allOf, type ListFields } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export const REJECT_FIELDS: ListFields = {
  deviceName: { expression: sql.ref('device.name'), type: 'text' },
  clientId: { expression: sql.ref('device.clientId'), type: 'text' },
  regionCode: { expression: sql.ref('device.regionCode'), type: 'text' },
  code: { expression: sql.ref('counted.code'), type: 'text' },
  n: { expression: sql.ref('counted.n'), type: 'number' },
  lastHourMs: { expression: sql.ref('counted.lastHour'), type: 'time' },
}

/** Worst first. */
export const REJECT_LIST = {
  defaultSort: { field: 'n', order: 'desc' },
  tieBreaker: sql`counted.device_id, counted.code`,
} as const

/** Whole hours in [fromMs, fromMs + buckets · stepMs). */
export interface Period {
  readonly fromMs: number
  readonly stepMs: number
}

/** Counters of devices in scope, by device and reason. */
const counted = (db: Db, scope: DataScope, { fromMs }: Period, { conditions }: Pick<ListRequest, 'conditions'>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('monIngestCounter as counter')
        .select(['counter.deviceId', 'counter.code'])
        .select([sql<number>`sum(counter.n)::float8`.as('n'), sql<Date>`max(counter.hour)`.as('lastHour')])
        .where('counter.hour', '>=', new Date(fromMs))
        .groupBy(['counter.deviceId', 'counter.code'])
        .as('counted'),
    )
    .innerJoin('monDevice as device', 'device.deviceNo', 'counted.deviceId')
    .leftJoin('monStation as station', 'station.id', 'device.stationId')
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .where(allOf(conditions))

export function findRejectPage(db: Db, scope: DataScope, period: Period, request: ListRequest) {
  const rows = counted(db, scope, period, request)
  return findPage(
    rows,
    rows.select([
      'device.deviceNo',
      'device.id as deviceId',
      'device.name as deviceName',
      'device.clientId',
      'device.regionCode',
      'station.name as stationName',
      'counted.n',
      'counted.lastHour',
      sql<IngestCode>`counted.code`.as('code'),
    ]),
    request,
  )
}

export interface Bucket {
  readonly deviceNo: number
  readonly code: string
  readonly bucket: number
  readonly n: number
}

const bucketOf = ({ fromMs, stepMs }: Period) => sql<number>`
  least(${REJECT_BUCKETS - 1}, floor((extract(epoch from counter.hour) * 1000 - ${fromMs}) / ${stepMs}))::int`

/** Distribution of these devices' counters over the period. */
export async function findBuckets(db: Db, deviceNos: readonly number[], period: Period): Promise<Bucket[]> {
  if (deviceNos.length === 0) return []
  const { rows } = await sql<Bucket>`
    select device_id as device_no, code, ${bucketOf(period)} as bucket, sum(n)::float8 as n
    from mon_ingest_counter as counter
    where device_id = any(${[...deviceNos]}::int[]) and hour >= ${new Date(period.fromMs)}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Totals by reason over the rows of a list, largest first. */
export async function findCodes(db: Db, scope: DataScope, period: Period, request: ListRequest) {
  return counted(db, scope, period, request)
    .select(sql<IngestCode>`counted.code`.as('code'))
    .select([sql<number>`sum(counted.n)::float8`.as('n'), sql<number>`count(*)::int`.as('devices')])
    .groupBy('counted.code')
    .orderBy('n', 'desc')
    .orderBy('code')
    .execute()
}

/** Trend over the rows of a list, by bucket, and their number of devices. */
export async function findTrend(db: Db, scope: DataScope, period: Period, request: ListRequest) {
  const rows = counted(db, scope, period, request)
  const trend = rows
    .innerJoin('monIngestCounter as counter', (join) =>
      join.onRef('counter.deviceId', '=', 'counted.deviceId').onRef('counter.code', '=', 'counted.code'),
    )
    .where('counter.hour', '>=', new Date(period.fromMs))
    .select([bucketOf(period).as('bucket'), sql<number>`sum(counter.n)::float8`.as('n')])
    .groupBy('bucket')
    .execute()
  const devices = rows
    .select(sql<number>`count(distinct counted.device_id)::int`.as('devices'))
    .executeTakeFirstOrThrow()
  return { trend: await trend, ...(await devices) }
}
