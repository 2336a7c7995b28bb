import { bucketEnd, DAY_MS, gmt8Fields, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'

/** Records beside the samples. Their default partition takes rows that have no other, so that none is refused (ADR 0068). */
const RECORD_TABLES = ['mon_sample_conflict', 'mon_gap', 'mon_device_status_log', 'mon_ingest_counter'] as const

export type PartitionedTable =
  | 'mon_sample'
  | 'mon_sample_pack'
  | 'mon_track'
  | 'mon_r1m'
  | 'mon_r1h'
  | 'mon_r1d'
  | (typeof RECORD_TABLES)[number]

/** One partition: instants fromMs <= t < toMs, epoch ms, on GMT+8 calendar borders. */
export interface Partition {
  readonly table: PartitionedTable
  /** `mon_sample_20261121`, `mon_track_202611`, `mon_r1h_202611`, `mon_r1d_2026` */
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

type Unit = 'day' | 'month' | 'year'

const UNIT_OF: Readonly<Record<PartitionedTable, Unit>> = {
  mon_sample: 'day',
  mon_sample_pack: 'day',
  mon_track: 'month',
  mon_r1m: 'day',
  mon_r1h: 'month',
  mon_r1d: 'year',
  mon_sample_conflict: 'month',
  mon_gap: 'month',
  mon_device_status_log: 'month',
  mon_ingest_counter: 'month',
}

const pad = (value: number) => String(value).padStart(2, '0')

/** The partition of a table that contains an instant. */
export function partitionAt(table: PartitionedTable, tMs: number): Partition {
  const { year, month, day } = gmt8Fields(tMs)
  switch (UNIT_OF[table]) {
    case 'day': {
      const fromMs = startOf(`${year}-${pad(month)}-${pad(day)}`)
      return { table, name: `${table}_${year}${pad(month)}${pad(day)}`, fromMs, toMs: fromMs + DAY_MS }
    }
    case 'month': {
      const next = month === 12 ? `${year + 1}-01-01` : `${year}-${pad(month + 1)}-01`
      const fromMs = startOf(`${year}-${pad(month)}-01`)
      return { table, name: `${table}_${year}${pad(month)}`, fromMs, toMs: startOf(next) }
    }
    case 'year':
      return { table, name: `${table}_${year}`, fromMs: startOf(`${year}-01-01`), toMs: startOf(`${year + 1}-01-01`) }
  }
}

/** All partitions for samples with fromMs <= ts <= toMs and their rollups, which are labelled by bucket ends. */
export function partitionsFor(fromMs: number, toMs: number): Partition[] {
  const steps: readonly (readonly [PartitionedTable, number])[] = [
    ['mon_sample', 1],
    ['mon_track', 1],
    ['mon_r1m', MINUTE_MS],
    ['mon_r1h', HOUR_MS],
    ['mon_r1d', DAY_MS],
  ]
  return steps.flatMap(([table, stepMs]) =>
    partitionsBetween(table, bucketEnd(fromMs, stepMs), bucketEnd(toMs, stepMs)),
  )
}

/**
 * All partitions for records with fromMs <= t <= toMs. Separate because creating one waits for the readers of its table,
 * which writers of samples must not do.
 */
export function recordPartitionsFor(fromMs: number, toMs: number): Partition[] {
  return RECORD_TABLES.flatMap((table) => partitionsBetween(table, fromMs, toMs))
}

function partitionsBetween(table: PartitionedTable, firstMs: number, lastMs: number): Partition[] {
  const found: Partition[] = []
  for (let t = firstMs; t <= lastMs; ) {
    const partition = partitionAt(table, t)
    found.push(partition)
    t = partition.toMs
  }
  return found
}

/** The partition of this name; undefined for names outside the scheme. */
export function partitionNamed(table: PartitionedTable, name: string): Partition | undefined {
  const digits = name.startsWith(`${table}_`) ? name.slice(table.length + 1) : ''
  const match = /^(\d{4})(\d{2})?(\d{2})?$/.exec(digits)
  if (!match) return undefined
  const [, year, month = '01', day = '01'] = match
  const startMs = parseGmt8(`${year}-${month}-${day}`)
  if (startMs === undefined) return undefined
  const partition = partitionAt(table, startMs)
  return partition.name === name ? partition : undefined
}

function startOf(day: string): number {
  const ms = parseGmt8(day)
  if (ms === undefined) throw new RangeError(`no such day: ${day}`)
  return ms
}
