// npm run bench:query [-- --rounds 40 --only latest]: latency of history queries, compared with bare SQL reading the same rows.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import { startServerProcess } from './ingest/server-process.ts'
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
  /** `p50 5`: the quantile that has to stay within so many ms. */
  readonly goal: string
  readonly reached: boolean
}

const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
// The functions of a request are compiled after some hundred calls.
const WARM_UP = 60

/** The console's API as called by a signed-in user. */
interface Api {
  readonly url: string
  readonly token: string
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { rounds: { type: 'string', default: '40' }, only: { type: 'string', default: '' } },
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-'))
  const password = randomBytes(12).toString('base64url')
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger({ logLevel: 'error' }).of('postgres') })
  const { connectionString } = postgres
  try {
    // A process of its own, as built: its garbage is not collected on the client's time.
    const server = await startServerProcess(SERVER, join(dataDir, 'server'), connectionString, {
      ADMIN_PASSWORD: password,
      CAPTCHA: 'off',
    })
    const pool = createPool(
      { connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 },
      () => undefined,
    )
    try {
      await run(await signIn(`http://127.0.0.1:${server.ports.http}/jeecg-boot`, password), pool, options)
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

async function run(
  api: Api,
  pool: pg.Pool,
  options: { readonly rounds: string; readonly only: string },
): Promise<void> {
  const nowMs = Date.now()
  const startedMs = performance.now()
  process.stderr.write('Filling …\n')
  const channels = await fill(pool, nowMs)
  process.stderr.write(`Filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`)
  const results: Result[] = []
  for (const each of queryCases(channels, nowMs))
    if (each.name.includes(options.only)) results.push(await measure(api, pool, each, Number(options.rounds)))
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
    goal: `p${each.goal.quantile * 100} ${each.goal.ms}`,
    reached: quantile(served, each.goal.quantile) <= each.goal.ms,
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
    // As asked by another service: compressing for a browser takes longer than the query.
    headers: {
      'x-access-token': token,
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
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
  const lines = results.map(({ name, level, points, p50Ms, p95Ms, ceilingP50Ms, ratio, goal, reached }) =>
    [
      name.padEnd(30),
      level.padEnd(5),
      String(points).padStart(6),
      ms(p50Ms),
      ms(p95Ms),
      ms(ceilingP50Ms),
      ratio.toFixed(2).padStart(6),
      goal.padStart(8),
      reached ? ' ok' : ' MISSED',
    ].join(' '),
  )
  const head = `${'query'.padEnd(30)} level points   p50 ms   p95 ms  bare p50  ratio     goal`
  process.stdout.write(`${JSON.stringify({ bench: 'query', results }, null, 2)}\n\n${head}\n${lines.join('\n')}\n`)
}

await main()
