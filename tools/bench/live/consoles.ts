import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import type { LiveMessage } from '@natim/contract/socket/live'
import { WebSocket } from 'ws'
import { READY } from './child.ts'
import { LatencyHistogram } from './histogram.ts'

/** Plan of the consoles, passed as JSON in the only argument. */
export interface ConsolesPlan {
  /** Address of the live feed. */
  readonly url: string
  /** JSON file with `number[][]`: the channels of each console. */
  readonly channelsFile: string
  /** Used in turn; a session allows at most ten sockets. */
  readonly tokens: readonly string[]
  readonly seconds: number
}

/** Printed result. */
export interface ConsolesResult {
  readonly points: number
  readonly frames: number
  /** Bytes received over the sockets, compressed. */
  readonly bytes: number
  readonly dropped: number
  /** Latency from the sample's timestamp to its arrival here, ms. */
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly cpuS: number
}

const plan = JSON.parse(process.argv[2] ?? '') as ConsolesPlan
const wishes = JSON.parse(readFileSync(plan.channelsFile, 'utf8')) as number[][]
const latencies = new LatencyHistogram()
const counts = { points: 0, frames: 0, dropped: 0 }
const streams: Socket[] = []
let isMeasuring = false

function take(message: LiveMessage): void {
  if (message.t !== 'ch' || !isMeasuring) return
  const nowMs = Date.now()
  counts.frames += 1
  counts.points += message.d.length
  counts.dropped += message.dropped ?? 0
  for (const [, ts] of message.d) latencies.add(nowMs - ts)
}

/** Opens one console and resolves when its snapshot has arrived. */
function openConsole(index: number): Promise<WebSocket> {
  const socket = new WebSocket(plan.url, [plan.tokens[index % plan.tokens.length] ?? ''])
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('upgrade', (response) => streams.push(response.socket))
    socket.once('open', () => {
      socket.send(JSON.stringify({ op: 'sub', id: 'bench', topic: 'ch', keys: wishes[index], maxHz: 1 }))
    })
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as LiveMessage
      if (message.t === 'snap') resolve(socket)
      take(message)
    })
  })
}

const bytesRead = () => streams.reduce((sum, stream) => sum + stream.bytesRead, 0)

async function main(): Promise<void> {
  const sockets = await Promise.all(wishes.map((_, index) => openConsole(index)))
  const bytesBefore = bytesRead()
  const cpuBefore = process.cpuUsage()
  isMeasuring = true
  process.stdout.write(`${READY}\n`)
  await new Promise((resolve) => setTimeout(resolve, plan.seconds * 1_000))
  isMeasuring = false
  const { user, system } = process.cpuUsage(cpuBefore)
  const result: ConsolesResult = {
    ...counts,
    bytes: bytesRead() - bytesBefore,
    p50Ms: latencies.percentile(0.5),
    p95Ms: latencies.percentile(0.95),
    p99Ms: latencies.percentile(0.99),
    cpuS: (user + system) / 1e6,
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
  for (const socket of sockets) socket.terminate()
}

await main()
