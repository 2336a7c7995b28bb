import { type AlarmBand, MAX_BANDS } from '@natim/contract/mon/ts-marks'
import { type SqlBool, sql } from 'kysely'
import { byDevice, deviceOf } from '../../../platform/db/by-device.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../../platform/scope.ts'
import type { ChannelKey, Span } from '../series.repository.ts'

/** Alarms of channels active within (fromMs, toMs], newest first, without drills. */
export async function findBands(
  db: Db,
  scope: DataScope,
  channelNos: readonly number[],
  { fromMs, toMs }: Span,
): Promise<AlarmBand[]> {
  const rows = await db
    .selectFrom('monAlarm as alarm')
    .select(['id', 'no', 'channelNo', 'severityMax', 'title', 'triggerTs'])
    .select(sql<Date | null>`coalesce(cleared_ts, closed_ts)`.as('endTs'))
    .where('channelNo', '=', sql<number>`any(${[...channelNos]}::int[])`)
    .where('drill', '=', false)
    .where('triggerTs', '<=', new Date(toMs))
    .where(sql<SqlBool>`coalesce(cleared_ts, closed_ts, 'infinity') > ${new Date(fromMs)}`)
    .where(scopeFilter(scope, 'alarm'))
    .orderBy('triggerTs', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_BANDS)
    .execute()
  return rows.map(({ id, no, channelNo, severityMax, title, triggerTs, endTs }) => ({
    id,
    no,
    channelNo: channelNo ?? 0,
    severity: severityMax,
    title,
    fromMs: triggerTs.getTime(),
    toMs: endTs?.getTime() ?? null,
  }))
}

/** Ends of the last hour before the span and of the first one after it that have samples of any of the channels. */
export async function findNearest(
  db: Db,
  channels: readonly ChannelKey[],
  { fromMs, toMs }: Span,
): Promise<{ beforeMs: number | null; afterMs: number | null }> {
  const rows = await byDevice(db, channels, async (keys) => {
    const key = sql`device_id = ${deviceOf(keys, sql`wanted.device_no`)} and channel_no = wanted.channel_no`
    const { rows: found } = await sql<{ beforeMs: number | null; afterMs: number | null }>`
      select round(date_part('epoch', max(beside.before)) * 1000) as before_ms, round(date_part('epoch', min(beside.after)) * 1000) as after_ms
      from unnest(${keys.map(({ deviceNo }) => deviceNo)}::int[], ${keys.map(({ channelNo }) => channelNo)}::int[])
        as wanted (device_no, channel_no)
      cross join lateral (
        select (select t from mon_r1h where ${key} and t <= ${new Date(fromMs)} order by t desc limit 1) as before,
               (select t from mon_r1h where ${key} and t > ${new Date(toMs)} order by t limit 1) as after
      ) as beside`.execute(db)
    return found
  })
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const before = known(rows.map(({ beforeMs }) => beforeMs))
  const after = known(rows.map(({ afterMs }) => afterMs))
  return {
    beforeMs: before.length > 0 ? Math.max(...before) : null,
    afterMs: after.length > 0 ? Math.min(...after) : null,
  }
}
