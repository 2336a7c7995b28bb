// npm run bench:pack: size of the demonstration network's samples as rows and packed, and the cost of packing and
// reading.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { DAY_MS, MINUTE_MS } from '@natim/domain/time'
import type pg from 'pg'
import { LOAD_CONNECTIONS, loadDemoNetwork } from '../../apps/server/src/modules/demo/index.ts'
import { packDay } from '../../apps/server/src/modules/sample/pack.service.ts'
import { createPartition } from '../../apps/server/src/modules/sample/partition.repository.ts'
import { type Partition, partitionAt } from '../../apps/server/src/modules/sample/partition-names.ts'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { startServer } from '../../apps/server/src/server.ts'
import { benchConfig } from './bench-config.ts'

const KEPT_DAYS = 90
const CHANNELS_READ = 20
const ROUNDS = 15

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-'))
  const logger = createLogger({ logLevel: 'warn' })
  const postgres = await startEmbeddedPostgres({ dataDir, log: logger.of('postgres') })
  const config = benchConfig({ connectionString: postgres.connectionString, dataDir })
  const server = await startServer(config, logger, new AbortController().signal)
  const { connectionString } = postgres
  const pool = createPool(
    { connectionString, applicationName: 'bench', max: LOAD_CONNECTIONS, statementTimeoutMs: 0 },
    () => undefined,
  )
  try {
    // Just after midnight, so that yesterday is the day of samples.
    const nowMs = partitionAt('mon_sample', Date.now()).fromMs + 30 * MINUTE_MS
    await loadDemoNetwork(pool, { dataDir, nowMs, log: logger.of('app') })
    await run(pool, partitionAt('mon_sample', nowMs - DAY_MS))
  } finally {
    await pool.end()
    await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function run(pool: pg.Pool, day: Partition): Promise<void> {
  const packs = partitionAt('mon_sample_pack', day.fromMs)
  await createPartition(pool, packs)
  await pool.query('vacuum (analyze) mon_sample')
  const { samples, hours, channels } = await describeDay(pool, day)
  const rowBytes = await sizeOf(pool, day.name)
  const readRowsMs = await read(pool, day, channels)

  const walBefore = await walPosition(pool)
  const startedMs = performance.now()
  await packDay(createDb(pool), day)
  const tookMs = performance.now() - startedMs
  const walBytes = (await walPosition(pool)) - walBefore
  await pool.query('vacuum (analyze) mon_sample_pack')
  const packBytes = await sizeOf(pool, packs.name)
  const readPacksMs = await read(pool, day, channels)

  const perDay = (samples / hours) * 24
  const result = {
    samples,
    hours,
    bytesPerSampleByRow: rowBytes / samples,
    bytesPerSamplePacked: packBytes / samples,
    packUsPerSample: (tookMs * 1_000) / samples,
    packWalBytesPerSample: walBytes / samples,
    samplesPerDay: Math.round(perDay),
    // Three days are stored as rows: today and the two before.
    gigabytesOf90Days: (perDay * ((rowBytes / samples) * 3 + (packBytes / samples) * (KEPT_DAYS - 3))) / 1e9,
    readRowsMs,
    readPacksMs,
    readRatio: readPacksMs / readRowsMs,
  }
  process.stdout.write(`${JSON.stringify({ bench: 'pack', result }, null, 2)}\n`)
}

async function describeDay(pool: pg.Pool, day: Partition) {
  const { rows } = await pool.query<{ samples: number; hours: number }>(
    `select count(*) as samples, date_part('epoch', max(ts) - min(ts)) / 3600 as hours from mon_sample where ts >= $1 and ts < $2`,
    [new Date(day.fromMs), new Date(day.toMs)],
  )
  const { rows: found } = await pool.query<{ deviceNo: number; channelNo: number }>(
    `select device_id as "deviceNo", channel_no as "channelNo" from mon_sample where ts >= $1 and ts < $2
     group by 1, 2 order by count(*) desc, 2 limit $3`,
    [new Date(day.fromMs), new Date(day.toMs), CHANNELS_READ],
  )
  return { samples: rows[0]?.samples ?? 0, hours: rows[0]?.hours ?? 0, channels: found }
}

async function sizeOf(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>('select pg_total_relation_size($1::regclass) as bytes', [table])
  return rows[0]?.bytes ?? 0
}

async function walPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(`select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0]?.bytes)
}

/** Median time to read the last six hours of each channel, ms. */
async function read(pool: pg.Pool, day: Partition, channels: readonly { deviceNo: number; channelNo: number }[]) {
  const from = new Date(day.toMs - DAY_MS / 4)
  const to = new Date(day.toMs - 1)
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const { deviceNo, channelNo } of channels) {
      const startedMs = performance.now()
      await pool.query(
        `select json_agg(date_part('epoch', ts)), json_agg(v), json_agg(q) from mon_samples
         where device_id = $1 and channel_no = $2 and ts > $3 and ts <= $4
           and part_to > $3 and part_from <= $4 and part_from > $3::timestamptz - interval '1 day'`,
        [deviceNo, channelNo, from, to],
      )
      took.push(performance.now() - startedMs)
    }
  }
  took.sort((a, b) => a - b)
  return took[Math.floor(took.length / 2)] ?? Number.NaN
}

await main()
