// npm run bench:open [-- --calls 300]: CPU of a call of the open interface, compared with a bare query and a list of
// the console.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { API_TOKEN_PREFIX } from '@natim/contract/mon/api-token'
import { bucketEnd, HOUR_MS } from '@natim/domain/time'
import type pg from 'pg'
import { createPartition } from '../../apps/server/src/modules/sample/partition.repository.ts'
import { partitionAt } from '../../apps/server/src/modules/sample/partition-names.ts'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import type { BarePlan } from './api/bare-server.ts'
import { cpuSeconds } from './ingest/processes.ts'
import { startServerProcess } from './ingest/server-process.ts'
import { startChild } from './live/child.ts'
import { buildSessions } from './live/sessions.ts'

const STATIONS = 300
const METRICS = ['so2', 'no2', 'pm10', 'co', 'o3', 'pm25']
/** 4 devices per station with these channels each: 7 200 channels, as many as the demonstration network. */
const DEVICES = 4
const HOURS = 24
const WARM_UP_CALLS = 40
const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const BARE = fileURLToPath(new URL('./api/bare-server.ts', import.meta.url))

interface Cost {
  readonly name: string
  readonly serverUs: number
  readonly postgresUs: number
}

/** Sequential calls, so that work is measured and not waiting. */
async function measure(
  name: string,
  calls: number,
  pids: readonly [number, number],
  ask: () => Promise<void>,
): Promise<Cost> {
  for (let i = 0; i < WARM_UP_CALLS; i += 1) await ask()
  const [server, postgres] = pids.map(cpuSeconds) as [number, number]
  for (let i = 0; i < calls; i += 1) await ask()
  const perCall = (pid: number, before: number) => ((cpuSeconds(pid) - before) * 1e6) / calls
  return { name, serverUs: perCall(pids[0], server), postgresUs: perCall(pids[1], postgres) }
}

async function request(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}

/** Stations of all provinces, their channels, one day of hourly values, and the indices of their cities. */
async function fill(pool: pg.Pool, lastMs: number): Promise<void> {
  for (const ms of [lastMs, lastMs - HOURS * HOUR_MS]) {
    const { rowCount } = await pool.query(`select from pg_class where relname = $1`, [partitionAt('mon_r1h', ms).name])
    if (rowCount === 0) await createPartition(pool, partitionAt('mon_r1h', ms))
  }
  await pool.query(
    `insert into mon_station (id, code, name, short_name, station_type, lng, lat, region_code, sys_org_code)
     select 's' || lpad(i::text, 4, '0'), 'BENCH-' || i, '站 ' || i, '站', 'national', 110, 32,
       (array['1101','3205','3301','4401','5101','6101','3701','4201','2101','3502'])[i % 10 + 1] || '00', 'A01' from generate_series(1, $1::int) as i`,
    [STATIONS],
  )
  await pool.query(
    `insert into mon_device (id, client_id, name, model_id, kind, online_timeout_s, station_id, region_code, sys_org_code)
     select 'd' || s.id || n, 'BENCH-' || s.id || n, '仪 ' || n, (select id from mon_device_model where kind = 'air' limit 1), 'air', 300,
       s.id, s.region_code, 'A01' from mon_station as s, generate_series(1, $1::int) as n`,
    [DEVICES],
  )
  await pool.query(
    `insert into mon_channel (id, device_id, seq, metric_code, unit_in, precision, period_s)
     select d.id || '-' || m.n, d.id, m.n, m.code, (select unit from mon_metric where code = m.code), 1, 60
     from mon_device as d, unnest($1::text[]) with ordinality as m(code, n)`,
    [METRICS],
  )
  await pool.query(
    `insert into mon_r1h (device_id, channel_no, t, v_avg, v_min, v_max, v_first, v_last, v_sum, v_m2, n, n_valid, q_or)
     select d.device_no, c.channel_no, $1::timestamptz - h * interval '1 hour', 20, 10, 30, 20, 20, 1200, 0, 60, 60, 0
     from mon_device as d join mon_channel as c on c.device_id = d.id, generate_series(0, $2::int - 1) as h`,
    [new Date(lastMs), HOURS],
  )
  await pool.query(
    `insert into mon_latest (device_id, channel_no, ts, v, rx, q)
     select d.device_no, c.channel_no, $1::timestamptz, 20, $1::timestamptz, 0 from mon_device as d join mon_channel as c on c.device_id = d.id`,
    [new Date(lastMs)],
  )
  await pool.query(
    `insert into mon_aqi (t, computed_at, means, shown, place_id, counts, iaqi, leading_items, standard, aqi, stations, span, place_kind)
     select $1::timestamptz - h * interval '1 hour', $1, array_fill(20::float8, '{7}'), array_fill(20::float8, '{7}'), city, array_fill(1::smallint, '{7}'),
       array_fill(20::smallint, '{7}'), '{}', 2026, 20, 30, 'h', 'c'
     from (select distinct region_code as city from mon_station) as cities, generate_series(0, $2::int - 1) as h`,
    [new Date(lastMs), HOURS],
  )
  await pool.query('analyze mon_station, mon_device, mon_channel, mon_r1h, mon_latest, mon_aqi')
}

async function addToken(pool: pg.Pool): Promise<string> {
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  await pool.query(
    `insert into mon_api_token (id, name, token_hash, hint, publication_id, scopes, rate_per_min, expires_at, user_id, sys_org_code)
     values ('bench', 'bench', $1, 'benc', 'pub-raw', '{stations,latest,hour,day,aqi,alarms}', 6000, now() + interval '1 day', 'bench-user-0', 'A01')`,
    [createHash('sha256').update(token).digest()],
  )
  return token
}

function report(costs: readonly Cost[]): void {
  const total = ({ serverUs, postgresUs }: Cost) => serverUs + postgresUs
  const [bare, list] = costs
  const share = (of: Cost | undefined, cost: Cost) => (of ? (total(of) / total(cost)).toFixed(2) : '-')
  console.table(
    costs.map((cost) => ({
      call: cost.name,
      'server µs': cost.serverUs.toFixed(0),
      'PostgreSQL µs': cost.postgresUs.toFixed(0),
      'of the bare query': share(bare, cost),
      'of the list': share(list, cost),
    })),
  )
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { calls: { type: 'string', default: '300' } } })
  const calls = Number(values.calls)
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-open-'))
  const log = createLogger({ logLevel: 'warn' }).of('postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const { connectionString } = postgres
  const pool = createPool(
    { connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 },
    () => undefined,
  )
  try {
    await migrateToLatest(connectionString)
    const server = await startServerProcess(SERVER, join(dataDir, 'server'), connectionString)
    const bare = startChild(BARE, { connectionString, connections: 10 } satisfies BarePlan)
    try {
      const [session = ''] = await buildSessions(createDb(pool), 1)
      const lastMs = bucketEnd(Date.now(), HOUR_MS) - HOUR_MS
      await fill(pool, lastMs)
      const headers = { authorization: `Bearer ${await addToken(pool)}`, 'x-access-token': session }
      const { url } = JSON.parse(await readFile(join(dataDir, 'server', 'runtime.json'), 'utf8')) as { url: string }
      const span = `from=${lastMs - HOURS * HOUR_MS}&to=${lastMs}&limit=10`
      const list = `${url}/jeecg-boot/mon/station/list?pageNo=1&pageSize=10`
      const asked: readonly (readonly [name: string, address: string, pid: number])[] = [
        ['bare Fastify, one indexed query', `http://127.0.0.1:${await bare.line()}/list`, bare.pid],
        ["the console's list of stations", list, server.pid],
        ['stations', `${url}/open/v1/stations?limit=10`, server.pid],
        ['newest values', `${url}/open/v1/latest?limit=10`, server.pid],
        ['hours', `${url}/open/v1/hour?${span}`, server.pid],
        ['indices of cities', `${url}/open/v1/aqi?${span}`, server.pid],
        ['alarms', `${url}/open/v1/alarms?${span}`, server.pid],
      ]
      const costs: Cost[] = []
      for (const [name, address, pid] of asked) {
        costs.push(await measure(name, calls, [pid, postgres.pid ?? 0], () => request(address, headers)))
        await pool.query('update mon_api_token set window_at = null')
      }
      report(costs)
    } finally {
      await bare.stop()
      await server.stop()
    }
  } finally {
    await pool.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
