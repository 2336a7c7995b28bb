import type { Baseline } from '@natim/domain/alarm/baseline'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

interface Channel {
  readonly deviceNo: number
  readonly channelNo: number
}

const within = (column: 't' | 'ts', { fromMs, toMs }: Span) =>
  sql`${sql.ref(column)} > ${new Date(fromMs)} and ${sql.ref(column)} <= ${new Date(toMs)}`
const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** Baselines of channels, by channel number. */
export async function findBaselinesOf(db: Db, channelNos: readonly number[]): Promise<ReadonlyMap<number, Baseline>> {
  if (channelNos.length === 0) return new Map()
  const rows = await db
    .selectFrom('monBaseline')
    .selectAll()
    .where('channelNo', 'in', [...channelNos])
    .where(sql<boolean>`cardinality(medians) > 0`)
    .execute()
  return new Map(
    rows.map(({ channelNo, reckonedAt, medians, sigmas }) => [
      channelNo,
      { atMs: reckonedAt?.getTime() ?? 0, medians, sigmas },
    ]),
  )
}

export interface MeanRow {
  readonly channelNo: number
  readonly tMs: number
  readonly avg: number | null
  readonly max: number | null
}

const TABLES = { '1m': sql`mon_r1m`, '1h': sql`mon_r1h` } as const

/** Means and maxima of channels by minute or hour in (fromMs, toMs], labelled by their ends, in time order. */
export async function findMeans(
  db: Db,
  level: keyof typeof TABLES,
  channels: readonly Channel[],
  span: Span,
): Promise<MeanRow[]> {
  if (channels.length === 0) return []
  const { rows } = await sql<MeanRow>`
    select rollup.channel_no, ${ms('t')} as t_ms, v_avg as avg, v_max as max
    from unnest(${channels.map(({ deviceNo }) => deviceNo)}::int[], ${channels.map(({ channelNo }) => channelNo)}::int[])
      as wanted (device_no, channel_no)
    join ${TABLES[level]} as rollup on rollup.device_id = wanted.device_no and rollup.channel_no = wanted.channel_no
    where ${within('t', span)} and n_valid > 0
    order by t`.execute(db)
  return rows
}

/**
 * Alarms on measurements or detections of a device that were active within (fromMs, toMs], newest first. Alarms on the
 * instrument itself, such as a fault or silence, are excluded: they would shade the curves as if values had been too
 * high.
 */
export async function findAlarmsOf(db: Db, deviceId: string, { fromMs, toMs }: Span) {
  const rows = await db
    .selectFrom('monAlarm')
    .select([
      'id',
      'no',
      'title',
      'severityMax',
      'triggerTs',
      'value',
      'active',
      'clearedTs',
      'closedTs',
      'drill',
      'metricCode',
    ])
    .where('deviceId', '=', deviceId)
    .where('triggerTs', '<=', new Date(toMs))
    .where((eb) =>
      eb.or([
        eb('metricCode', 'is not', null),
        eb.exists(
          eb
            .selectFrom('monAlarmRule as rule')
            .select('rule.id')
            .whereRef('rule.id', '=', 'monAlarm.ruleId')
            .where(sql<boolean>`rule.branches @> '[{"type": "event"}]'`),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([eb('active', '=', true), sql<boolean>`coalesce(cleared_ts, closed_ts) > ${new Date(fromMs)}`]),
    )
    .orderBy('triggerTs', 'desc')
    .limit(50)
    .execute()
  return rows
}
export type AlarmOfDevice = Awaited<ReturnType<typeof findAlarmsOf>>[number]

/** OIL figures of active sets for a metric, including those for reference only. */
export const findOils = (db: Db, metricCode: string) =>
  db
    .selectFrom('monLimit as held')
    .innerJoin('monLimitSet as set', 'set.id', 'held.setId')
    .select(['held.level', 'held.value', 'held.severity', 'held.note'])
    .where('held.kind', '=', 'OIL')
    .where('held.metricCode', '=', metricCode)
    .where('held.delFlag', '=', 0)
    .where('set.delFlag', '=', 0)
    .where('set.status', '=', 'active')
    .orderBy('held.value')
    .orderBy('held.level')
    .execute()

export interface BlobRow {
  readonly tsMs: number
  readonly meta: unknown
  readonly content: Buffer
}

/** Spectra of a device, newest first. */
export async function findSpectra(db: Db, deviceNo: number, span: Span, limit: number): Promise<BlobRow[]> {
  const { rows } = await sql<BlobRow>`
    select ${ms('ts')} as ts_ms, meta, content from mon_blob_sample
    where device_id = ${deviceNo} and kind = 'spectrum' and ${within('ts', span)}
    order by ts desc, key limit ${limit}`.execute(db)
  return rows
}

export interface TellingRow {
  readonly deviceNo: number
  readonly tsMs: number
  readonly type: string
  readonly level: number | null
  readonly data: Readonly<Record<string, unknown>>
}

/** Events of devices with one of these types, newest first. */
export async function findTellings(
  db: Db,
  deviceNos: readonly number[],
  types: readonly string[],
  span: Span,
): Promise<TellingRow[]> {
  const { rows } = await sql<TellingRow>`
    select device_id as device_no, ${ms('ts')} as ts_ms, type, level, data from mon_device_event
    where device_id = any(${[...deviceNos]}::int[]) and kind = 'event' and type = any(${[...types]}::text[]) and ${within('ts', span)}
    order by ts desc, key limit 100`.execute(db)
  return rows
}
