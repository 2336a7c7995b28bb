// npm run bench:api [-- --seconds 10 --scale 1 --only users]: console calls on the registers of a large authority.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createDb } from '../../apps/server/src/platform/db/db.ts'
import { migrateToLatest } from '../../apps/server/src/platform/db/migrate.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts'
import type { BarePlan } from './api/bare-server.ts'
import { type FillPlan, fill } from './api/fill.ts'
import type { LoadPlan, LoadResult } from './api/load.ts'
import { cpuSeconds, residentMb } from './ingest/processes.ts'
import { startServerProcess } from './ingest/server-process.ts'
import { READY, startChild } from './live/child.ts'
import { buildSessions } from './live/sessions.ts'

const CONNECTIONS = 50
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const SERVER = script('../../apps/server/dist/main.js')

/** Row counts of the issue; `--scale 0.1` is a tenth of them. */
const planOf = (scale: number): FillPlan => ({
  users: 100_000 * scale,
  departs: 2_000,
  dictItems: 50_000 * scale,
  logRows: 10_000_000 * scale,
  menus: 500,
  roles: 200,
})

const CALLS: readonly (readonly [name: string, path: string, goal: number])[] = [
  ['users, first page', '/sys/user/list?pageNo=1&pageSize=10', 0.4],
  ['users, by name', '/sys/user/list?pageNo=1&pageSize=10&username=*bench9999*', 0.4],
  ['roles, first page', '/sys/role/list?pageNo=1&pageSize=10', 0.4],
  ['dictionaries, first page', '/sys/dict/list?pageNo=1&pageSize=10', 0.4],
  ['items of a dictionary', '/sys/dictItem/list?dictId=bdict-7&pageNo=1&pageSize=10', 0.4],
  ['positions, first page', '/sys/position/list?pageNo=1&pageSize=10', 0.4],
  ['log, first page', '/sys/log/list?pageNo=1&pageSize=10&logType=2', 0.4],
  ['departments, children', '/sys/sysDepart/queryDepartTreeSync?pid=d-a01', 0],
  ['departments, whole tree', '/sys/sysDepart/queryTreeList', 0],
  ['menu and rights', '/sys/permission/getUserPermissionByToken', 0.25],
]

interface Run {
  readonly name: string
  readonly goal: number
  readonly perS: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly serverUs: number
  readonly postgresUs: number
  readonly failures: number
  readonly kb: number
}

async function measure(
  load: Omit<LoadPlan, 'connections'>,
  { name, goal, pid, postgresPid }: { name: string; goal: number; pid: number; postgresPid: number },
): Promise<Run> {
  const child = startChild(script('./api/load.ts'), { ...load, connections: CONNECTIONS } satisfies LoadPlan)
  try {
    if ((await child.line()) !== READY) throw new Error('the load did not start')
    const [server, postgres] = [cpuSeconds(pid), cpuSeconds(postgresPid)]
    const result = JSON.parse(await child.line()) as LoadResult
    const perRequest = (seconds: number) => (seconds * 1e6) / result.requests
    return {
      name,
      goal,
      perS: result.requests / load.seconds,
      p50Ms: result.p50Ms,
      p99Ms: result.p99Ms,
      serverUs: perRequest(cpuSeconds(pid) - server),
      postgresUs: perRequest(cpuSeconds(postgresPid) - postgres),
      failures: result.failures,
      kb: result.bytes / result.requests / 1_000,
    }
  } finally {
    await child.stop()
  }
}

function report(runs: readonly Run[], rssMb: number): void {
  const ceiling = runs[0]
  console.log(JSON.stringify({ bench: 'api', connections: CONNECTIONS, rssMb, runs }))
  console.table(
    runs.map((run) => ({
      call: run.name,
      'requests/s': run.perS.toFixed(0),
      'of ceiling': ceiling ? (run.perS / ceiling.perS).toFixed(2) : '-',
      goal: run.goal || '-',
      'p50 ms': run.p50Ms,
      'p99 ms': run.p99Ms,
      'server µs': run.serverUs.toFixed(0),
      'PostgreSQL µs': run.postgresUs.toFixed(0),
      'KB an answer': run.kb.toFixed(1),
      failures: run.failures,
    })),
  )
  console.log(`server memory ${rssMb.toFixed(0)} MB`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '10' },
      scale: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds)
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-api-'))
  const log = createLogger({ logLevel: 'warn' }).of('postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const { connectionString } = postgres
  try {
    await migrateToLatest(connectionString)
    const pool = createPool({ connectionString, applicationName: 'bench', max: 2, statementTimeoutMs: 0 }, (error) =>
      log.warn({ err: error }, 'connection lost'),
    )
    const db = createDb(pool)
    const server = await startServerProcess(SERVER, join(dataDir, 'server'), connectionString)
    try {
      const [token = ''] = await buildSessions(db, 1)
      process.stderr.write('Filling …\n')
      await fill(pool, planOf(Number(values.scale)), 'bench-user-0')
      const { url } = JSON.parse(await readFile(join(dataDir, 'server', 'runtime.json'), 'utf8')) as { url: string }
      const postgresPid = postgres.pid ?? 0
      const bare = startChild(script('./api/bare-server.ts'), {
        connectionString,
        connections: 10,
      } satisfies BarePlan)
      const runs: Run[] = []
      try {
        const load = { url: `http://127.0.0.1:${await bare.line()}/list`, method: 'GET', headers: {}, seconds } as const
        runs.push(await measure(load, { name: 'bare Fastify, one indexed query', goal: 0, pid: bare.pid, postgresPid }))
      } finally {
        await bare.stop()
      }
      for (const [name, path, goal] of CALLS.filter(
        ([call]) => values.only === undefined || call.includes(values.only),
      )) {
        const load = {
          url: `${url}/jeecg-boot${path}`,
          method: 'GET',
          headers: { 'x-access-token': token },
          seconds,
        } as const
        runs.push(await measure(load, { name, goal, pid: server.pid, postgresPid }))
      }
      report(runs, residentMb(server.pid))
    } finally {
      await server.stop()
      await db.destroy()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()
