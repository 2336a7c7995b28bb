import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Rainfall of a gauge since an instant, mm; null without measurements. */
export async function findRainSince(
  db: Db,
  deviceNo: number,
  channelNo: number,
  sinceMs: number,
): Promise<number | null> {
  const { rows } = await sql<{ mm: number | null }>`
    select sum(v_sum) as mm from mon_r1m
    where device_id = ${deviceNo} and channel_no = ${channelNo} and t > ${new Date(sinceMs)} and n_valid > 0`.execute(
    db,
  )
  return rows[0]?.mm ?? null
}
