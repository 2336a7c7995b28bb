import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Rainfall of a gauge, after < t <= until, mm. */
export async function findRainBetween(
  db: Db,
  { deviceNo, channelNo }: { readonly deviceNo: number; readonly channelNo: number },
  afterMs: number,
  untilMs: number,
): Promise<number> {
  const { rows } = await sql<{ mm: number | null }>`
    select sum(v_sum) as mm from mon_r1m
    where device_id = ${deviceNo}::int and channel_no = ${channelNo}::int and n_valid > 0
      and t > ${new Date(afterMs)} and t <= ${new Date(untilMs)}`.execute(db)
  return rows[0]?.mm ?? 0
}

/** Whether a spectrum of the device since an instant contains a nuclide that rain does not bring. */
export async function hasArtificialNuclide(db: Db, deviceNo: number, sinceMs: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from mon_blob_sample where device_id = ${deviceNo}::int and kind = 'spectrum' and ts > ${new Date(sinceMs)}
        and meta::text ~* '(Cs-?13[47]|I-?131|Co-?60|Ir-?192|Am-?241|Se-?75)') as found`.execute(db)
  return rows[0]?.found ?? false
}
