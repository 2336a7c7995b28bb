import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

interface Wanted {
  readonly deviceNo: number
  readonly speedNo: number
  readonly dirNo: number
}

export interface WindRow {
  readonly deviceNo: number
  readonly tsMs: number
  readonly fromDeg: number
  readonly speedMs: number
}

/** Minutes of some stations in (fromMs, toMs] with both values. */
export async function findWinds(
  db: Db,
  wanted: readonly Wanted[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<WindRow[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<WindRow>`
    select wanted.device_no, (extract(epoch from speed.t) * 1000)::float8 as ts_ms, speed.v_avg as speed_ms,
      case when dir.v_sin is null then dir.v_avg else mod((degrees(atan2(dir.v_sin, dir.v_cos)) + 360)::numeric, 360)::float8 end as from_deg
    from unnest(${wanted.map(({ deviceNo }) => deviceNo)}::int[], ${wanted.map(({ speedNo }) => speedNo)}::int[],
      ${wanted.map(({ dirNo }) => dirNo)}::int[]) as wanted (device_no, speed_no, dir_no)
    join mon_r1m as speed on speed.device_id = wanted.device_no and speed.channel_no = wanted.speed_no
      and speed.t > ${new Date(fromMs)} and speed.t <= ${new Date(toMs)} and speed.n_valid > 0
    join mon_r1m as dir on dir.device_id = wanted.device_no and dir.channel_no = wanted.dir_no
      and dir.t = speed.t and dir.n_valid > 0
    where speed.v_avg is not null`.execute(db)
  return rows
}
