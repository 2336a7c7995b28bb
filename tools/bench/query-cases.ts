import { DAY_MS } from '@natim/domain/time'
import type { FilledChannels } from './query-fill.ts'

/** A server query, and the same rows read by bare SQL as one JSON row: the ceiling. */
export interface QueryCase {
  readonly name: string
  /** Target p95 on 2 cores, ms (domain §12). */
  readonly targetMs: number
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
const LATEST = 500

export function queryCases({ byMinute, by5s, long }: FilledChannels, nowMs: number): QueryCase[] {
  /** `count` channels, a different group each round. */
  const pick = (from: readonly number[], count: number, round: number) =>
    Array.from({ length: count }, (_, i) => from[(round * count + i) % from.length] as number)

  const history = (
    name: string,
    targetMs: number,
    from: readonly number[],
    count: number,
    days: number,
    bare: string,
  ): QueryCase => ({
    name,
    targetMs,
    request: (round) => ({
      path: `/mon/ts/query?channels=${pick(from, count, round).join(',')}&from=${nowMs - days * DAY_MS}&to=${nowMs}`,
    }),
    bare: (round) => ({
      text: bare,
      values: [pick(from, count, round), new Date(nowMs - days * DAY_MS), new Date(nowMs)],
    }),
  })
  const longOnes = byMinute.slice(0, long)
  return [
    history('24 h raw, 1 channel, 60 s', 80, byMinute, 1, 1, BARE_SAMPLES),
    history('24 h, 1 channel, 5 s samples', 80, by5s, 1, 1, BARE_SAMPLES),
    history('30 d, 1 channel', 150, longOnes, 1, 30, bareRollup('mon_r1h', ROLLUP_COLUMNS)),
    history('5 y, 1 channel', 300, longOnes, 1, 5 * 365, bareRollup('mon_r1d', ROLLUP_COLUMNS)),
    history('7 d, 3 channels', 400, longOnes, 3, 7, bareRollup('mon_r1m', ROLLUP_COLUMNS)),
    history('7 d, 20 channels', 400, longOnes, 20, 7, bareRollup('mon_r1h', ROLLUP_COLUMNS)),
    {
      name: `latest of ${LATEST}`,
      targetMs: 50,
      request: (round) => ({ path: '/mon/ts/batchLatest', body: { channelNos: pick(byMinute, LATEST, round) } }),
      bare: (round) => ({ text: BARE_LATEST, values: [pick(byMinute, LATEST, round)] }),
    },
  ]
}
