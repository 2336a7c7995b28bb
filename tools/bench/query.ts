// npm run bench:query [-- --rounds 40]: latency of history queries, compared with bare SQL reading the same rows.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { startServer } from '../../apps/server/src/server.ts'
import { benchConfig } from './bench-config.ts'
import { type QueryCase, queryCases } from './query-cases.ts'
import { fill } from './query-fill.ts'

interface Result {
  readonly name: string
  readonly level: string
  readonly points: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly ceilingP50Ms: number
  /** p50 divided by the ceiling's p50 of the same run. */
  readonly ratio: number
  readonly targetMs: number
  readonly reached: boolean
}

const WARM_UP = 5

/** The console's API as called by a signed-in user. */
interface Api {
  readonly url: string
  readonly token: string
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } })
  const rounds = Number(values.rounds)
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-'))
  const logger = createLogger({ logLevel: 'warn' })
  const postgres = await startEmbeddedPostgres({ dataDir, log: logger.of('postgres') })
  const password = randomBytes(12).toString('base64url')
  const config = benchConfig({ connectionString: postgres.connectionString, dataDir, password })
  try {
    const server = await startServer(config, logger, new AbortController().signal)
    const { connectionString } = postgres
    const pool = createPool(
      { connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 },
      () => undefined,
    )
    try {
      await run(await signIn(`${server.url}${config.apiPrefix}`, password), pool, rounds)
    } finally {
      await pool.end()
      await server.stop()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function signIn(url: string, password: string): Promise<Api> {
  const { token } = answerOf(
    await call({ url, token: '' }, { path: '/sys/login', body: { username: 'admin', password } }),
  )
  return { url, token }
}

async function run(api: Api, pool: pg.Pool, rounds: number): Promise<void> {
  const nowMs = Date.now()
  const startedMs = performance.now()
  process.stderr.write('Filling …\n')
  const channels = await fill(pool, nowMs)
  process.stderr.write(`Filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`)
  const results: Result[] = []
  for (const each of queryCases(channels, nowMs)) results.push(await measure(api, pool, each, rounds))
  report(results)
  if (results.some(({ reached }) => !reached)) process.exitCode = 1
}

async function measure(api: Api, pool: pg.Pool, each: QueryCase, rounds: number): Promise<Result> {
  const served: number[] = []
  const bare: number[] = []
  let sample = { level: '-', points: 0 }
  // Alternating, so that both run under the same conditions.
  for (let round = 0; round < rounds + WARM_UP; round++) {
    const [ms, text] = await timed(() => call(api, each.request(round)))
    const { text: sqlText, values } = each.bare(round)
    const [bareMs] = await timed(() => pool.query(sqlText, [...values]))
    if (round < WARM_UP) continue
    served.push(ms)
    bare.push(bareMs)
    sample = describe(text)
  }
  const [p50Ms, p95Ms, ceilingP50Ms] = [quantile(served, 0.5), quantile(served, 0.95), quantile(bare, 0.5)]
  return {
    name: each.name,
    ...sample,
    p50Ms,
    p95Ms,
    ceilingP50Ms,
    ratio: p50Ms / ceilingP50Ms,
    targetMs: each.targetMs,
    reached: p95Ms <= each.targetMs,
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const startedMs = performance.now()
  const result = await work()
  return [performance.now() - startedMs, result]
}

/** The whole response as text: what a browser receives before parsing. */
async function call({ url, token }: Api, { path, body }: ReturnType<QueryCase['request']>): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-access-token': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.text()
}

/** @throws Error with the server's message if it refused */
function answerOf(text: string) {
  const { success, message, result } = JSON.parse(text)
  if (!success) throw new Error(message)
  return result
}

/** The aggregation level and number of points of a response. */
function describe(text: string): { level: string; points: number } {
  const result = answerOf(text)
  if (Array.isArray(result)) return { level: '-', points: result.length }
  const series: { agg: string; timesMs: number[] }[] = result.series
  return {
    level: [...new Set(series.map(({ agg }) => agg))].join(),
    points: series.reduce((sum, { timesMs }) => sum + timesMs.length, 0),
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function report(results: readonly Result[]): void {
  const ms = (value: number) => value.toFixed(1).padStart(8)
  const lines = results.map(({ name, level, points, p50Ms, p95Ms, ceilingP50Ms, ratio, targetMs, reached }) =>
    [
      name.padEnd(30),
      level.padEnd(5),
      String(points).padStart(6),
      ms(p50Ms),
      ms(p95Ms),
      ms(ceilingP50Ms),
      ratio.toFixed(2).padStart(6),
      `${targetMs}`.padStart(7),
      reached ? ' ok' : ' MISSED',
    ].join(' '),
  )
  const head = `${'query'.padEnd(30)} level points   p50 ms   p95 ms  bare p50  ratio  target`
  process.stdout.write(`${JSON.stringify({ bench: 'query', results }, null, 2)}\n\n${head}\n${lines.join('\n')}\n`)
}

await main()
