// npm run bench:export [-- --days 14]: export speed of history, compared with COPY … TO of the same rows in the same
// run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { EXPORT_FORMATS, type ExportFormat } from '@natim/contract/mon/ts-export'
import { DAY_MS } from '@natim/domain/time'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { runExport } from '../../apps/server/src/modules/timeseries/export/run-export.ts'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLocalStore } from '../../apps/server/src/platform/files/local-store.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { startServer } from '../../apps/server/src/server.ts'
import { benchConfig } from './bench-config.ts'
import { insertDevices, insertSamples } from './query-fill.ts'

const STEP_MS = 5_000
const ROUNDS = 3
const GOAL_OF_CEILING = 0.5
const GOAL_MORE_MB = 60
/** Maximum rows of a sheet, header and titles included. */
const SHEET_ROWS = 1_000_000

interface Bench {
  readonly pool: pg.Pool
  readonly dataDir: string
  readonly userId: string
  readonly channels: readonly number[]
  readonly fromMs: number
  readonly toMs: number
}

interface Figure {
  readonly rows: number
  readonly rowsPerS: number
  /** User and system time of this process, without PostgreSQL. */
  readonly cpuUsPerRow: number
  /** Peak memory above the baseline. */
  readonly moreMb: number
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { days: { type: 'string', default: '14' } } })
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-'))
  const logger = createLogger({ logLevel: 'warn' })
  const postgres = await startEmbeddedPostgres({ dataDir, log: logger.of('postgres') })
  const { connectionString } = postgres
  const config = benchConfig({ connectionString, dataDir })
  try {
    // Creates the tables and the first account; a running server would distort the measurement.
    await (await startServer(config, logger, new AbortController().signal)).stop()
    const pool = createPool(
      { connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 },
      () => undefined,
    )
    try {
      await run(pool, dataDir, Number(values.days))
    } finally {
      await pool.end()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function run(pool: pg.Pool, dataDir: string, days: number): Promise<void> {
  const toMs = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const fromMs = toMs - days * DAY_MS
  const startedMs = performance.now()
  const channels = await insertDevices(pool, 'F', 2, STEP_MS / 1_000)
  await insertSamples(pool, 'F', fromMs, toMs, STEP_MS)
  await pool.query('vacuum (analyze)')
  process.stderr.write(`Filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s\n`)
  const { rows } = await pool.query<{ id: string }>(`select id from sys_user where username = 'admin'`)
  const bench = { pool, dataDir, userId: rows[0]?.id ?? '', channels, fromMs, toMs }
  const figures = new Map<string, Figure>()
  for (let round = 0; round < ROUNDS; round++) {
    keepBest(figures, 'copy', await measure(() => copyAll(bench)))
    for (const format of (process.env['ONLY']?.split(',') ?? EXPORT_FORMATS) as ExportFormat[])
      keepBest(figures, format, await measure(() => exportAll(bench, format)))
  }
  report(figures)
}

/** Keeps the fastest round, with the highest memory of any. */
function keepBest(figures: Map<string, Figure>, name: string, now: Figure): void {
  const known = figures.get(name)
  const best = known === undefined || now.rowsPerS > known.rowsPerS ? now : known
  figures.set(name, { ...best, moreMb: Math.max(now.moreMb, known?.moreMb ?? 0) })
}

async function measure(work: () => Promise<number>): Promise<Figure> {
  ;(globalThis as { gc?: () => void }).gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const [cpu, startedMs] = [process.cpuUsage(), performance.now()]
  const rows = await work()
  const seconds = (performance.now() - startedMs) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(watch)
  return { rows, rowsPerS: rows / seconds, cpuUsPerRow: (user + system) / rows, moreMb: (most - before) / 2 ** 20 }
}

/** The ceiling: the same rows in the same order as text, read and discarded by this process. */
async function copyAll({ pool, channels, fromMs, toMs }: Bench): Promise<number> {
  const client = await pool.connect()
  try {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString())
    const stream = client.query(
      copyTo(
        `copy (select ts, channel_no, v, q from mon_sample where channel_no in (${channels.join()})
               and ts > '${from}' and ts <= '${to}' order by channel_no, ts) to stdout (format csv)`,
      ),
    )
    await pipeline(stream, new Writable({ write: (_chunk, _encoding, done) => done() }))
    return stream.rowCount
  } finally {
    client.release()
  }
}

async function exportAll(
  { pool, dataDir, userId, channels, fromMs, toMs }: Bench,
  format: ExportFormat,
): Promise<number> {
  const deps = { db: createDb(pool), store: createLocalStore(dataDir), now: Date.now }
  const perChannel = (toMs - fromMs) / STEP_MS
  const asked = format === 'xlsx' ? channels.slice(0, Math.max(1, Math.floor(SHEET_ROWS / perChannel))) : channels
  const body = { channels: [...asked], from: fromMs, to: toMs, agg: 'raw' as const }
  const written = await runExport(deps, { id: format, userId, body, format }, () => Promise.resolve(true))
  if (written === undefined) throw new Error(`${format} wrote nothing`)
  await deps.store.remove(written.storeKey)
  return written.rows
}

function report(figures: ReadonlyMap<string, Figure>): void {
  const ceiling = figures.get('copy')?.rowsPerS ?? Number.NaN
  const results = [...figures].map(([name, figure]) => {
    const ofCeiling = figure.rowsPerS / ceiling
    return { name, ...figure, ofCeiling, reached: ofCeiling >= GOAL_OF_CEILING && figure.moreMb < GOAL_MORE_MB }
  })
  const lines = results.map(({ name, rows, rowsPerS, cpuUsPerRow, moreMb, ofCeiling, reached }) =>
    [
      name.padEnd(8),
      String(rows).padStart(9),
      Math.round(rowsPerS).toString().padStart(8),
      cpuUsPerRow.toFixed(2).padStart(7),
      moreMb.toFixed(0).padStart(5),
      ofCeiling.toFixed(2).padStart(6),
      reached || name === 'copy' ? ' ok' : ' MISSED',
    ].join(' '),
  )
  const head = 'what          rows   rows/s  µs/row  more  of copy'
  process.stdout.write(`${JSON.stringify({ bench: 'export', results }, null, 2)}\n\n${head}\n${lines.join('\n')}\n`)
  if (results.some(({ name, reached }) => name !== 'copy' && !reached)) process.exitCode = 1
}

await main()
