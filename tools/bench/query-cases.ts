import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { FilledChannels } from './query-fill.ts'

/** Quantile of the latency that has to stay within `ms`: the median beside other engines, p95 by domain §12. */
export interface Goal {
  readonly quantile: 0.5 | 0.95
  readonly ms: number
}

const p50 = (ms: number): Goal => ({ quantile: 0.5, ms })
const p95 = (ms: number): Goal => ({ quantile: 0.95, ms })

/** A server query, and the same rows read by bare SQL as one JSON row: the ceiling. */
export interface QueryCase {
  readonly name: string
  /** Goal on 2 cores, ms. */
  readonly goal: Goal
  /** Path below the API and, for POST, its body. Different channels each round. */
  readonly request: (round: number) => { readonly path: string; readonly body?: unknown }
  readonly bare: (round: number) => { readonly text: string; readonly values: readonly unknown[] }
}

const DEVICE_OF = `select device.device_no from mon_channel channel join mon_device device on device.id = channel.device_id
  where channel.channel_no = key.channel_no`

const bareRollup = (table: string, columns: string) =>
  `select json_agg(row) from unnest($1::int[]) as key (channel_no) cross join lateral (
     select ${columns} from ${table}
     where device_id = (${DEVICE_OF}) and channel_no = key.channel_no and t > $2 and t <= $3 order by t) as row`

const BARE_SAMPLES = `select json_agg(row) from unnest($1::int[]) as key (channel_no) cross join lateral (
     select extract(epoch from ts) * 1000, v, q from mon_sample
     where device_id = (${DEVICE_OF}) and channel_no = key.channel_no and ts >= $2 and ts < $3 order by ts) as row`

const BARE_LATEST = `select json_agg(row) from unnest($1::int[]) as key (channel_no) cross join lateral (
     select channel_no, extract(epoch from ts) * 1000, v, q from mon_latest
     where device_id = (${DEVICE_OF}) and channel_no = key.channel_no) as row`

const ROLLUP_COLUMNS = 'extract(epoch from t) * 1000, v_avg, v_min, v_max, q_or'
const BARE_MINUTES = bareRollup('mon_r1m', ROLLUP_COLUMNS)
const LATEST = 500

export function queryCases({ byMinute, by5s, long }: FilledChannels, nowMs: number): QueryCase[] {
  /** `count` channels, a different group each round. */
  const pick = (from: readonly number[], count: number, round: number) =>
    Array.from({ length: count }, (_, i) => from[(round * count + i) % from.length] as number)

  const history = (
    name: string,
    goal: Goal,
    from: readonly number[],
    count: number,
    rangeMs: number,
    bare: string,
    more = '',
  ): QueryCase => ({
    name,
    goal,
    request: (round) => ({
      path: `/mon/ts/query?channels=${pick(from, count, round).join(',')}&from=${nowMs - rangeMs}&to=${nowMs}${more}`,
    }),
    bare: (round) => ({
      text: bare,
      values: [pick(from, count, round), new Date(nowMs - rangeMs), new Date(nowMs)],
    }),
  })
  const longOnes = byMinute.slice(0, long)
  return [
    history('1 channel, 2 000 samples', p50(5), by5s, 1, 2_000 * 5_000, BARE_SAMPLES, '&agg=raw&maxPoints=2000'),
    history('20 channels, 5.5 h by minute', p50(20), longOnes, 20, 5.5 * HOUR_MS, BARE_MINUTES, '&agg=1m'),
    history('24 h raw, 1 channel, 60 s', p95(80), byMinute, 1, DAY_MS, BARE_SAMPLES),
    history('24 h, 1 channel, 5 s samples', p95(80), by5s, 1, DAY_MS, BARE_SAMPLES),
    history('30 d, 1 channel', p95(150), longOnes, 1, 30 * DAY_MS, bareRollup('mon_r1h', ROLLUP_COLUMNS)),
    history('5 y, 1 channel', p50(60), longOnes, 1, 5 * 365 * DAY_MS, bareRollup('mon_r1d', ROLLUP_COLUMNS)),
    history('7 d, 3 channels', p95(400), longOnes, 3, 7 * DAY_MS, BARE_MINUTES),
    history('7 d, 20 channels', p95(400), longOnes, 20, 7 * DAY_MS, bareRollup('mon_r1h', ROLLUP_COLUMNS)),
    {
      name: `latest of ${LATEST}`,
      goal: p50(5),
      request: (round) => ({ path: '/mon/ts/batchLatest', body: { channelNos: pick(byMinute, LATEST, round) } }),
      bare: (round) => ({ text: BARE_LATEST, values: [pick(byMinute, LATEST, round)] }),
    },
  ]
}
