import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'
import type { RowSource } from '../resource/index.ts'
import { DEVICE_FIELDS } from './device.repository.ts'

/** A channel is visible with its device; channels of deleted devices are hidden. */
const joined = (db: Db) =>
  db
    .selectFrom('monChannel as channel')
    .innerJoin('monDevice as device', (join) =>
      join.onRef('device.id', '=', 'channel.deviceId').on('device.delFlag', '=', 0),
    )
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .innerJoin('monMetric as metric', 'metric.code', 'channel.metricCode')

const withNames = (db: Db) =>
  joined(db).selectAll('channel').select(['device.name as deviceName', 'metric.nameCn as metricName'])

export type ShownChannel = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

export const CHANNEL_SOURCE: RowSource<'monChannel', ShownChannel> = {
  table: 'monChannel',
  alias: 'channel',
  rows: joined,
  details: withNames,
}

/** Fields for data rules on devices, applied to the device of a channel. */
const { createTime: _made, updateTime: _changed, ...fields } = DEVICE_FIELDS
export const FIELDS_OF_DEVICE: ListFields = fields

/** A live, visible device, locked against deletion while one of its channels is written. */
export const lockDeviceOf = (trx: Tx, scope: DataScope, id: string) =>
  trx
    .selectFrom('monDevice as device')
    .select('device.id')
    .where('device.id', '=', id)
    .where('device.delFlag', '=', 0)
    .where(scopeFilter(scope, 'device'))
    .forShare('device')
    .executeTakeFirst()

/**
 * Records the new settings, and before the first change also the former ones. Timestamps are taken under the channel's
 * lock, so that versions are ordered like the changes.
 */
export async function insertVersion(
  trx: Tx,
  channelNo: number,
  createTime: Date,
  { before, after, by }: { readonly before: object; readonly after: object; readonly by: string },
): Promise<void> {
  await sql`
    insert into mon_channel_version (channel_no, from_ts, body, create_by)
    select ${channelNo}::int, ${createTime}::timestamptz, ${JSON.stringify(before)}::jsonb, null
    where not exists (select from mon_channel_version where channel_no = ${channelNo})
    union all
    select ${channelNo}::int, clock_timestamp(), ${JSON.stringify(after)}::jsonb, ${by}`.execute(trx)
}
