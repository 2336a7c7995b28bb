// npm run bench:import [-- --rows 50000]: a large sheet through the import workbench, and its effect on other users.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ImportJob, ImportPhase } from '@natim/contract/system/import'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import { startThread } from '../../apps/server/src/platform/thread.ts'
import { startServer } from '../../apps/server/src/server.ts'

interface Step {
  readonly step: string
  readonly seconds: number
  /** Longest block of the event loop. */
  readonly blockedMaxMs: number
  readonly blockedP99Ms: number
  /** Most CPU time of the event loop's thread between two turns: the same, unaffected by other processes. */
  readonly ownMaxMs: number
  /** Peak resident memory of the process with its threads. */
  readonly memoryMb: number
  /** Latency of a list opened by another user meanwhile. */
  readonly otherP50Ms: number
  readonly otherMaxMs: number
}

const ASK_MS = 50
const IDLE_MS = 5_000

/** Created in a thread, so that its memory is freed and not counted. */
async function sheetInThread(rows: number): Promise<Blob> {
  const worker = await startThread(new URL('./import/sheet-thread.ts', import.meta.url), { workerData: rows })
  const bytes = await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  await worker.terminate()
  return new Blob([bytes])
}

class Console {
  private readonly url: string
  private token = ''

  constructor(url: string) {
    this.url = `${url}/jeecg-boot`
  }

  async call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    const isForm = body instanceof FormData
    const response = await fetch(this.url + path, {
      method,
      headers: { 'x-access-token': this.token, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as { success: boolean; message: string; result: T }
    if (!envelope.success) throw new Error(`${path}: ${envelope.message}`)
    return envelope.result
  }

  async signIn(username: string, password: string): Promise<void> {
    this.token = (await this.call<{ token: string }>('POST', '/sys/login', { username, password })).token
  }
}

/** CPU time of the event loop's thread, from Linux's accounting. */
function ownTimeMs(): number {
  const [nanoseconds = 'NaN'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** Starts watching; the returned function gives the most CPU time between two turns so far. */
function watchTurns(): () => number {
  let last = ownTimeMs()
  let most = 0
  const timer = setInterval(() => {
    const now = ownTimeMs()
    most = Math.max(most, now - last)
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Performs a step while calling a list repeatedly, until the job reaches its target state. */
async function measure(
  api: Pick<Console, 'call'>,
  step: string,
  to: ImportPhase,
  begin: () => Promise<ImportJob>,
): Promise<[Step, ImportJob]> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const others: number[] = []
  let memory = 0
  const started = performance.now()
  delay.enable()
  const ownMax = watchTurns()
  let job = await begin()
  while (job.phase !== to) {
    if (job.phase === 'failed') throw new Error(job.message)
    const asked = performance.now()
    await api.call('GET', '/mon/device/list?pageSize=10')
    others.push(performance.now() - asked)
    memory = Math.max(memory, process.memoryUsage.rss())
    await pause(ASK_MS)
    job = await api.call('GET', `/mon/station/import/job?id=${job.id}`)
  }
  delay.disable()
  const ownMaxMs = round(ownMax())
  others.sort((a, b) => a - b)
  const result = {
    step,
    seconds: round((performance.now() - started) / 1_000),
    blockedMaxMs: round(delay.max / 1e6),
    blockedP99Ms: round(delay.percentile(99) / 1e6),
    ownMaxMs,
    memoryMb: Math.round(memory / 1024 / 1024),
    otherP50Ms: round(others[Math.floor(others.length / 2)] ?? 0),
    otherMaxMs: round(others.at(-1) ?? 0),
  }
  return [result, job]
}

/** The same calls on an idle server, as the baseline of this machine. */
async function measureIdle(api: Console, id: string): Promise<Step> {
  const until = performance.now() + IDLE_MS
  const asJob = (phase: ImportPhase) => ({ id, phase }) as ImportJob
  const idle: Pick<Console, 'call'> = {
    call: async <T>(method: string, path: string): Promise<T> => {
      const result = await api.call<T>(method, path)
      return path.includes('/import/job') ? (asJob(performance.now() > until ? 'done' : 'writing') as T) : result
    },
  }
  return (await measure(idle, 'nothing', 'done', async () => asJob('writing')))[0]
}

const round = (value: number) => Math.round(value * 10) / 10

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } })
  const blob = await sheetInThread(Number(values.rows))
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-bench-'))
  const password = randomBytes(12).toString('base64url')
  const options = {
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: 'off',
    CAPTCHA: 'off',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  }
  const config = loadConfig(options)
  try {
    const server = await startServer(config, createLogger(config), new AbortController().signal)
    try {
      const api = new Console(server.url)
      await api.signIn('admin', password)
      const form = new FormData()
      form.append('file', blob, '站点.xlsx')
      const open = () => api.call<ImportJob>('POST', '/mon/station/import/open', form)
      const [reading, opened] = await measure(api, 'read', 'mapping', open)
      const { id, mapping } = opened
      const [checking, checked] = await measure(api, 'check', 'checked', () =>
        api.call('POST', '/mon/station/import/check', { id, mapping }),
      )
      const [writing] = await measure(api, 'write', 'done', () =>
        api.call('POST', '/mon/station/import/commit', { id }),
      )
      const idle = await measureIdle(api, id)
      console.log(`${checked.summary.new} rows, ${round(blob.size / 1024 / 1024)} MB; memory before ${startMb} MB`)
      console.table([idle, reading, checking, writing])
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const startMb = Math.round(process.memoryUsage.rss() / 1024 / 1024)
await main()
