import { DAY_MS } from '@natim/domain/time'
import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<unknown>

/** after < ts <= until, epoch ms, of `mon_samples`; also restricts the packs, so that no others are unpacked. */
export const inSpan = (afterMs: number, untilMs: number): Expression => {
  const [after, until] = [new Date(afterMs), new Date(untilMs)]
  return sql`ts > ${after} and ts <= ${until}
    and part_to > ${after} and part_from <= ${until} and part_from > ${new Date(afterMs - DAY_MS)}`
}

/** Instant of the first sample with after < ts <= until, or null. Unpacks at most one pack. */
export const firstSample = (device: Expression, channel: Expression, after: Expression, until: Expression) => {
  const isChannel = sql`device_id = ${device} and channel_no = ${channel}`
  return sql`least(
    (select ts from mon_sample where ${isChannel} and ts > ${after} and ts <= ${until} order by ts limit 1),
    (select case when pack.t > ${after} then pack.t else (
       select min(ts) from mon_samples
       where ${isChannel} and part_from = pack.t and ts > ${after} and ts <= ${until}) end
     from mon_sample_pack pack
     where ${isChannel} and t > ${after} - interval '1 day' and t_last > ${after} and t <= ${until}
     order by t limit 1))`
}

/** Instant of the last sample with ts < before, or null. */
export const lastSampleBefore = (device: Expression, channel: Expression, before: Expression) => {
  const isChannel = sql`device_id = ${device} and channel_no = ${channel}`
  return sql`greatest(
    (select ts from mon_sample where ${isChannel} and ts < ${before} order by ts desc limit 1),
    (select case when pack.t_last < ${before} then pack.t_last else (
       select max(ts) from mon_samples where ${isChannel} and part_from = pack.t and ts < ${before}) end
     from mon_sample_pack pack
     where ${isChannel} and t < ${before} order by t desc limit 1))`
}
