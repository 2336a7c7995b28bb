import { DAY_MS } from '@natim/domain/time'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'
import { dayNumber } from './pack.repository.ts'
import { type Pack, unpack } from './unpack.ts'

/** Samples of one channel with fromMs < ts <= toMs, epoch ms. */
export interface SampleSpan {
  readonly deviceNo: number
  readonly channelNo: number
  readonly fromMs: number
  readonly toMs: number
}

/** Half of the packing delay, as a margin for clock differences. */
const MAYBE_PACKED_AFTER_MS = DAY_MS

/**
 * Like `openDays`, for a whole span: until the transaction ends its days cannot be packed, and every sample in it is a
 * row of `mon_sample`. Call before touching the rows.
 *
 * @param nowMs epoch ms.
 */
export async function openSpan(trx: Tx, span: SampleSpan, nowMs: number): Promise<void> {
  const { deviceNo, channelNo, fromMs } = span
  const toMs = Math.min(span.toMs, nowMs - MAYBE_PACKED_AFTER_MS)
  if (toMs <= fromMs) return
  const days: number[] = []
  for (let day = dayNumber(fromMs + 1); day <= dayNumber(toMs); day++) days.push(day)
  await sql`select pg_advisory_xact_lock_shared(71030011, day) from unnest(${days}::int[]) as day`.execute(trx)
  await sql`
    insert into mon_pack_touched (day, device_id, channel_no)
    select day, ${deviceNo}, ${channelNo} from unnest(${days}::int[]) as day order by day
    on conflict do nothing`.execute(trx)
  const { rows } = await sql<Pack>`
    delete from mon_sample_pack
    where device_id = ${deviceNo} and channel_no = ${channelNo}
      and t > ${new Date(fromMs - DAY_MS)} and t <= ${new Date(toMs)} and t_last > ${new Date(fromMs)}
    returning device_id, channel_no, t, n, step, slots, dt2, dt4, v_base, v_div, v2, v4, v8, rx_base, rx2, rx4, rx8,
      q_all, q`.execute(trx)
  if (rows.length === 0) return
  const samples = unpack(rows)
  await sql`
    insert into mon_sample (device_id, channel_no, ts, rx, v, q)
    select * from unnest(${samples.deviceNos}::int[], ${samples.channelNos}::int[], ${samples.ts}::timestamptz[],
      ${samples.rx}::timestamptz[], ${samples.v}::float8[], ${samples.q}::int2[])`.execute(trx)
}
