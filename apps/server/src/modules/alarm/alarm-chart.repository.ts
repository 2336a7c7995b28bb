import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { inSpan } from '../sample/index.ts'

interface ChannelKey {
  readonly deviceNo: number
  readonly channelNo: number
}

/** Figures of one minute over the samples that may raise alarms. */
export interface MinuteRow {
  /** End of the minute, epoch ms. */
  readonly tMs: number
  readonly sum: number
  readonly n: number
}

const MAX_READINGS = 2_000

/** fromMs < t <= toMs, in time order; minutes without samples are absent. */
export async function findMinutes(db: Db, key: ChannelKey, fromMs: number, toMs: number): Promise<MinuteRow[]> {
  const { rows } = await sql<MinuteRow>`
    select round(date_part('epoch', t) * 1000) as t_ms, coalesce(a_sum, v_sum) as sum, coalesce(a_n, n_valid) as n
    from mon_r1m
    where device_id = ${key.deviceNo} and channel_no = ${key.channelNo} and t > ${new Date(fromMs)} and t <= ${new Date(toMs)}
      and coalesce(a_n, n_valid) > 0
    order by t`.execute(db)
  return rows
}

export async function findReadings(
  db: Db,
  key: ChannelKey,
  fromMs: number,
  toMs: number,
): Promise<{ tsMs: number; v: number }[]> {
  const { rows } = await sql<{ tsMs: number; v: number }>`
    select round(date_part('epoch', ts) * 1000) as ts_ms, v from mon_samples
    where device_id = ${key.deviceNo} and channel_no = ${key.channelNo} and ${inSpan(fromMs, toMs)}
    order by ts limit ${MAX_READINGS}`.execute(db)
  return rows
}
