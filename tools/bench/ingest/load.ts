import { readFileSync } from 'node:fs'
import { HttpClient } from './http-client.ts'
import { MqttClient } from './mqtt-client.ts'
import type { BenchDevice, UplinkClient } from './network.ts'
import { benchValue } from './signal.ts'

/** Plan of the load generator, passed as JSON in its only argument. */
export interface LoadPlan {
  readonly ports: { readonly mqtt: number; readonly http: number }
  readonly transport: 'mqtt' | 'http'
  /** JSON file with `BenchDevice[]`. */
  readonly devicesFile: string
  readonly mode: 'batch' | 'single' | 'paced'
  readonly seconds: number
  /** Instant of the first row, epoch ms. */
  readonly firstMs: number
  /** Interval between two rows of a device, ms. */
  readonly rowMs: number
  /** Messages in flight per connection; 1 over HTTP. */
  readonly window: number
  /** Rows per batch message. */
  readonly rowsPerBatch: number
  /** Only in mode `paced`: points per second over all devices. */
  readonly pointsPerS: number
}

/** Printed result. */
export interface LoadResult {
  readonly sentMessages: number
  readonly ackedMessages: number
  readonly ackedPoints: number
  /** From the first publish to the last acknowledgement. */
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly cpuS: number
}

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
const devices = JSON.parse(readFileSync(plan.devicesFile, 'utf8')) as BenchDevice[]
const channels = devices[0]?.channelNos.length ?? 0
const latenciesMs: number[] = []
let sent = 0
let lastAckMs = 0

/** Position of a device in its own time line. */
interface Sender {
  readonly index: number
  readonly client: UplinkClient
  row: number
}

function batchPayload(sender: Sender): Buffer {
  const t0 = plan.firstMs + sender.row * plan.rowMs
  const rows: string[] = []
  for (let r = 0; r < plan.rowsPerBatch; r++) rows.push(`[${r * plan.rowMs},${readings(sender, r).join(',')}]`)
  sender.row += plan.rowsPerBatch
  const keys = Array.from({ length: channels }, (_, c) => `"${c + 1}"`)
  return Buffer.from(`{"v":1,"c":[${keys.join(',')}],"t0":${t0},"rows":[${rows.join(',')}]}`)
}

function singlePayload(sender: Sender): Buffer {
  // One channel per message, each with its own instant.
  const row = Math.floor(sender.row / channels)
  const channel = sender.row % channels
  const ts = plan.firstMs + row * plan.rowMs
  sender.row += 1
  return Buffer.from(`{"v":1,"ts":${ts},"d":{"${channel + 1}":${benchValue(sender.index, channel, row)}}}`)
}

function livePayload(sender: Sender): Buffer {
  const values = readings(sender, 0).map((value, c) => `"${c + 1}":${value}`)
  sender.row += 1
  return Buffer.from(`{"v":1,"ts":${Date.now()},"d":{${values.join(',')}}}`)
}

function readings(sender: Sender, ahead: number): number[] {
  return Array.from({ length: channels }, (_, c) => benchValue(sender.index, c, sender.row + ahead))
}

async function openSenders(): Promise<Sender[]> {
  const { transport, ports } = plan
  const Client = transport === 'http' ? HttpClient : MqttClient
  const senders: Sender[] = []
  for (const [index, device] of devices.entries()) {
    const onAck = (latencyMs: number) => {
      latenciesMs.push(latencyMs)
      lastAckMs = performance.now()
      acknowledged(senders[index] as Sender)
    }
    const client = await Client.open(ports[transport], device, onAck)
    senders.push({ index, client, row: 0 })
  }
  return senders
}

let isSending = false

function acknowledged(sender: Sender): void {
  if (plan.mode !== 'paced' && isSending) send(sender)
}

function send(sender: Sender): void {
  const payload = { batch: batchPayload, single: singlePayload, paced: livePayload }[plan.mode](sender)
  sender.client.publish(plan.mode === 'batch' ? 'batch' : 'tele', payload)
  sent += 1
}

/** Devices send in turn, evenly spread over the second. */
async function runPaced(senders: readonly Sender[], endMs: number): Promise<void> {
  const messagesPerMs = plan.pointsPerS / channels / 1_000
  const startMs = performance.now()
  for (let n = 0; performance.now() < endMs; ) {
    const due = Math.floor((performance.now() - startMs) * messagesPerMs)
    for (; n < due; n++) send(senders[n % senders.length] as Sender)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function main(): Promise<void> {
  const senders = await openSenders()
  const cpuBefore = process.cpuUsage()
  const startMs = performance.now()
  const endMs = startMs + plan.seconds * 1_000
  isSending = true
  if (plan.mode === 'paced') await runPaced(senders, endMs)
  else {
    for (const sender of senders) for (let i = 0; i < plan.window; i++) send(sender)
    await new Promise((resolve) => setTimeout(resolve, plan.seconds * 1_000))
  }
  isSending = false
  const drainUntilMs = performance.now() + 10_000
  while (latenciesMs.length < sent && performance.now() < drainUntilMs)
    await new Promise((resolve) => setTimeout(resolve, 10))
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const { client } of senders) client.close()
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const pointsPerMessage = { batch: plan.rowsPerBatch * channels, single: 1, paced: channels }[plan.mode]
  const result: LoadResult = {
    sentMessages: sent,
    ackedMessages: sorted.length,
    ackedPoints: sorted.length * pointsPerMessage,
    seconds: (lastAckMs - startMs) / 1_000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: sorted.at(-1) ?? Number.NaN,
    cpuS: (user + system) / 1e6,
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}

await main()
