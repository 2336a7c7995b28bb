import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadPlan, LoadResult } from './load.ts'
import type { BenchDevice } from './network.ts'
import { cpuSeconds, residentMb } from './processes.ts'
import type { ServerProcess } from './server-process.ts'

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url))

/** One measured load with its cost. CPU in µs per stored point. */
export interface Run {
  readonly name: string
  readonly points: number
  readonly pointsPerS: number
  readonly ofCeiling: number | null
  readonly p50Ms: number
  readonly p99Ms: number
  readonly serverUs: number
  readonly postgresUs: number
  readonly loadUs: number
  readonly serverRssMb: number
  readonly lostAcks: number
}

export interface Bench {
  readonly server: ServerProcess
  readonly postgresPid: number | undefined
  readonly dataDir: string
}

/** Runs a load against the server and measures its cost. */
export async function measure(
  bench: Bench,
  name: string,
  devices: readonly BenchDevice[],
  plan: Omit<LoadPlan, 'ports' | 'devicesFile'>,
): Promise<Run> {
  const devicesFile = join(bench.dataDir, 'devices.json')
  await writeFile(devicesFile, JSON.stringify(devices))
  const { server, postgresPid } = bench
  const postgresCpu = () => (postgresPid === undefined ? Number.NaN : cpuSeconds(postgresPid))
  let rssMb = 0
  const watch = setInterval(() => {
    rssMb = Math.max(rssMb, residentMb(server.pid))
  }, 200)
  const before = { server: cpuSeconds(server.pid), postgres: postgresCpu() }
  const result = await runLoad({ ...plan, ports: server.ports, devicesFile })
  const after = { server: cpuSeconds(server.pid), postgres: postgresCpu() }
  clearInterval(watch)
  const perPoint = (seconds: number) => (seconds * 1e6) / result.ackedPoints
  return {
    name,
    points: result.ackedPoints,
    pointsPerS: result.ackedPoints / result.seconds,
    ofCeiling: null,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    serverUs: perPoint(after.server - before.server),
    postgresUs: perPoint(after.postgres - before.postgres),
    loadUs: perPoint(result.cpuS),
    serverRssMb: rssMb,
    lostAcks: result.sentMessages - result.ackedMessages,
  }
}

function runLoad(plan: LoadPlan): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, LOAD, JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(text) as LoadResult)
      else reject(new Error(`the load generator ended with code ${code}`))
    })
  })
}

export function printTable(runs: readonly Run[]): void {
  const round = (value: number, digits = 0) => (Number.isNaN(value) ? '-' : value.toFixed(digits))
  console.table(
    runs.map((run) => ({
      run: run.name,
      'points/s': round(run.pointsPerS),
      'of ceiling': run.ofCeiling === null ? '-' : round(run.ofCeiling, 2),
      'p50 ms': round(run.p50Ms, 1),
      'p99 ms': round(run.p99Ms, 1),
      'server µs': round(run.serverUs, 1),
      'postgres µs': round(run.postgresUs, 1),
      'load µs': round(run.loadUs, 1),
      'server MB': round(run.serverRssMb),
      'acks lost': run.lostAcks,
    })),
  )
}
