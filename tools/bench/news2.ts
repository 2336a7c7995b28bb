// npm run bench:news2: CPU of the windows and scores of ten thousand wearers, as computed by the five-minute job.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MINUTE_MS } from '@natim/domain/time'
import { scoreWindow, VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import type pg from 'pg'
import { runVitals } from '../../apps/server/src/modules/wearable/vital-worker.ts'
import { createPartition } from '../../apps/server/src/modules/sample/partition.repository.ts'
import { partitionAt } from '../../apps/server/src/modules/sample/partition-names.ts'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { startServer } from '../../apps/server/src/server.ts'
import { benchConfig } from './bench-config.ts'
import { cpuSeconds } from './ingest/processes.ts'

const ROUNDS = 3
const METRICS = ['hr', 'spo2', 'rr', 'temp_core'] as const

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { wearers: { type: 'string', default: '10000' } } })
  const wearers = Number(values.wearers)
  evaluate(wearers)
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-'))
  const logger = createLogger({ logLevel: 'warn' })
  const postgres = await startEmbeddedPostgres({ dataDir, log: logger.of('postgres') })
  const config = benchConfig({ connectionString: postgres.connectionString, dataDir })
  const server = await startServer(config, logger, new AbortController().signal)
  const { connectionString } = postgres
  const pool = createPool(
    { connectionString, applicationName: 'bench', max: 4, statementTimeoutMs: 0 },
    () => undefined,
  )
  try {
    const lastMs = Math.floor(Date.now() / VITAL_WINDOW_MS) * VITAL_WINDOW_MS
    await fill(pool, wearers, lastMs)
    await reckonRounds(pool, lastMs, postgres.pid ?? 0)
  } finally {
    await pool.end()
    await server.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Scoring only, without a database. */
function evaluate(wearers: number): void {
  const begin = process.cpuUsage()
  let points = 0
  for (let at = 0; at < wearers; at += 1) {
    const window = {
      hr: 60 + (at % 70),
      spo2: 90 + (at % 10),
      rr: 10 + (at % 16),
      temp: 36 + (at % 4),
      skin: null,
      hrN: 5,
    }
    points += scoreWindow(window, undefined, { ageBand: '40-59', isPregnant: false }).news2.total
  }
  print(`evaluator alone, ${wearers} wearers (${points} points)`, process.cpuUsage(begin))
}

/** Persons, devices with four channels each, bindings, and forty minutes of samples. */
async function fill(pool: pg.Pool, wearers: number, lastMs: number): Promise<void> {
  for (const ms of [lastMs, lastMs - 60 * MINUTE_MS]) await createPartition(pool, partitionAt('mon_sample', ms))
  await pool.query(
    `insert into mon_subject (id, subject_code, age_band, region_code, sys_org_code)
     select 's' || i, 'B-' || lpad(i::text, 10, '0'), '40-59', '130100', 'A01' from generate_series(1, $1::int) as i`,
    [wearers],
  )
  await pool.query(
    `insert into mon_device (id, client_id, name, model_id, kind, online_timeout_s, region_code, sys_org_code)
     select 'w' || i, 'BENCH-' || i, '手环 ' || i, (select id from mon_device_model where kind = 'wearable' limit 1), 'wearable', 300,
       '130100', 'A01' from generate_series(1, $1::int) as i`,
    [wearers],
  )
  await pool.query(
    `insert into mon_channel (id, device_id, seq, metric_code, unit_in, precision, period_s)
     select d.id || '-' || m.n, d.id, m.n, m.code, (select unit from mon_metric where code = m.code), 1, 60 from mon_device as d, unnest($1::text[]) with ordinality as m(code, n)`,
    [[...METRICS]],
  )
  await pool.query(
    `insert into mon_wearable_binding (id, device_id, subject_id, site, unit, bound_from, region_code, sys_org_code)
     select 'b' || i, 'w' || i, 's' || i, 'wrist', '一区', $2, '130100', 'A01' from generate_series(1, $1::int) as i`,
    [wearers, new Date(lastMs - 60 * MINUTE_MS)],
  )
  await pool.query(
    `insert into mon_sample (device_id, channel_no, ts, rx, v, q)
     select d.device_no, c.channel_no, $1::timestamptz - back * interval '1 minute' - interval '3 seconds', $1::timestamptz - back * interval '1 minute' - interval '2 seconds',
       case c.metric_code when 'hr' then 70 + d.device_no % 60 when 'spo2' then 97 when 'rr' then 16 else 36.8 end, 0
     from mon_device as d join mon_channel as c on c.device_id = d.id, generate_series(0, 39) as back`,
    [new Date(lastMs)],
  )
  await pool.query('analyze')
}

/** One window for every wearer, plus a check of the two windows before it, as in the five-minute job. */
async function reckonRounds(pool: pg.Pool, lastMs: number, postgresPid: number): Promise<void> {
  const db = createDb(pool)
  const doneTo = (back: number) =>
    pool.query(
      `insert into mon_vital_turn values (1, $1, $1::timestamptz + interval '20 seconds')
       on conflict (id) do update set done_to = excluded.done_to, reckoned_at = excluded.reckoned_at`,
      [new Date(lastMs - back * VITAL_WINDOW_MS)],
    )
  for (let round = 0; round < ROUNDS; round += 1) {
    // All but the newest window exist already, as in production.
    await pool.query('delete from mon_vital_window where ts >= $1', [new Date(lastMs)])
    if (round === 0) {
      await doneTo(4)
      await runVitals(db, lastMs + MINUTE_MS - VITAL_WINDOW_MS)
    }
    await doneTo(1)
    const [begin, postgresBegin, startedMs] = [process.cpuUsage(), cpuSeconds(postgresPid), performance.now()]
    await runVitals(db, lastMs + MINUTE_MS)
    const postgresS = cpuSeconds(postgresPid) - postgresBegin
    const ms = Math.round(performance.now() - startedMs)
    print(
      `five-minute job, round ${round + 1}: ${ms} ms, PostgreSQL ${postgresS.toFixed(2)} s`,
      process.cpuUsage(begin),
    )
  }
  const { rows } = await pool.query<{ n: string }>('select count(*) as n from mon_vital_window')
  process.stdout.write(`${rows[0]?.n} windows\n`)
}

const print = (what: string, { user, system }: NodeJS.CpuUsage): void => {
  process.stdout.write(`${what}, ${((user + system) / 1e6).toFixed(2)} s CPU\n`)
}

await main()
