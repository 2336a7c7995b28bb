import { Agent, request } from 'node:http'
import { READY } from '../live/child.ts'
import { LatencyHistogram } from '../live/histogram.ts'

/** Plan of the load, passed as JSON in its only argument. */
export interface LoadPlan {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  readonly failures: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly bytes: number
}

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections })
const WARM_UP_MS = 1_500

function ask(): Promise<{ isOk: boolean; bytes: number }> {
  return new Promise((resolve, reject) => {
    const call = request(plan.url, { method: plan.method, headers: plan.headers, agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve({ isOk: response.statusCode === 200, bytes }))
    })
    call.on('error', reject)
    call.end(plan.body)
  })
}

/** Keeps one call in flight per connection; each response starts the next call. */
async function run(untilMs: number) {
  const latencies = new LatencyHistogram()
  const total = { requests: 0, failures: 0, bytes: 0 }
  await Promise.all(
    Array.from({ length: plan.connections }, async () => {
      while (performance.now() < untilMs) {
        const startedMs = performance.now()
        const { isOk, bytes } = await ask()
        latencies.add(performance.now() - startedMs)
        total.requests += 1
        total.bytes += bytes
        if (!isOk) total.failures += 1
      }
    }),
  )
  return { ...total, p50Ms: latencies.percentile(0.5), p99Ms: latencies.percentile(0.99) }
}

await run(performance.now() + WARM_UP_MS)
process.stdout.write(`${READY}\n`)
const result: LoadResult = await run(performance.now() + plan.seconds * 1_000)
process.stdout.write(`${JSON.stringify(result)}\n`)
agent.destroy()
