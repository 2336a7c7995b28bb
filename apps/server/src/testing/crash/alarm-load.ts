import type { RuleBranch } from '@natim/domain/alarm/rule'
import type { MqttClient } from 'mqtt'
import { buildRule } from '../../modules/alarm/testing/rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { connectLoadDevice, deliver, type LoadDevice } from './crash-load.ts'

const EVERY_MS = 250
/** Ten seconds: below both thresholds, above one, above both, above one, below both. */
const WAVE = [...fill(12, 10), ...fill(8, 60), ...fill(8, 160), ...fill(6, 60), ...fill(6, 10)]
/** Above the threshold, and varied slightly so that it is not flagged as stuck. */
const HELD = 60

function fill(count: number, value: number): number[] {
  return Array.from({ length: count }, () => value)
}

const threshold = (severity: 2 | 3, value: number): RuleBranch => ({
  type: 'threshold',
  severity,
  op: '>=',
  value,
  avgS: 0,
  forS: 1,
  clearForS: 1,
})

/** Seconds after the alarm, whatever is killed meanwhile. */
const ESCALATION = [
  { afterS: 20, toRole: 'prov_duty' },
  { afterS: 45, toRole: 'nat_duty' },
] as const

/** A rule that these devices violate permanently: its alarms, never acknowledged, escalate in two steps. */
export const buildHeldRule = (db: Db, devices: readonly LoadDevice[]): Promise<string> =>
  buildRule(db, {
    scope: { deviceIds: devices.map(({ id }) => id), metricCodes: ['pm25'] },
    branches: [threshold(3, 50)],
    escalate: { 3: ESCALATION },
  })

/** A rule that an {@link AlarmLoad} of these devices alternately violates and meets. @returns its id. */
export const buildWaveRule = (db: Db, devices: readonly LoadDevice[]): Promise<string> =>
  buildRule(db, {
    scope: { deviceIds: devices.map(({ id }) => id), metricCodes: ['pm10'] },
    branches: [threshold(2, 150), threshold(3, 50)],
  })

/**
 * Devices that measure four times a second at true times, also while disconnected, and send one sample after the other
 * until each is acknowledged: the expected alarms of a rule follow from the samples alone.
 */
export class AlarmLoad {
  readonly #senders: readonly WaveSender[]

  constructor(devices: readonly LoadDevice[], ports: readonly number[]) {
    this.#senders = devices.map((device, i) => new WaveSender(device, [...ports.slice(i % ports.length), ...ports], i))
  }

  /** Samples measured and not yet acknowledged. */
  get waiting(): number {
    return this.#senders.reduce((sum, sender) => sum + sender.waiting, 0)
  }

  stopSending(): void {
    for (const sender of this.#senders) sender.stop()
  }

  async close(): Promise<void> {
    this.stopSending()
    await Promise.all(this.#senders.map((sender) => sender.close()))
  }
}

class WaveSender {
  readonly #topic: string
  readonly #client: MqttClient
  readonly #timer: NodeJS.Timeout
  readonly #queue: string[] = []
  #count: number
  #isSending = false

  constructor({ clientId, secret }: LoadDevice, ports: readonly number[], offset: number) {
    this.#topic = `dt/${clientId}/tele`
    this.#count = offset * 7
    this.#client = connectLoadDevice({ clientId, secret }, ports)
    this.#timer = setInterval(() => this.#measure(), EVERY_MS)
  }

  get waiting(): number {
    return this.#queue.length
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true)
  }

  #measure(): void {
    const n = this.#count++
    const d = { 1: WAVE[n % WAVE.length], 2: HELD + (n % 10) }
    this.#queue.push(JSON.stringify({ ts: Date.now(), d }))
    this.#send()
  }

  #send(): void {
    const [next] = this.#queue
    if (next === undefined || this.#isSending) return
    this.#isSending = true
    deliver(this.#client, this.#topic, next, () => {
      this.#isSending = false
      this.#queue.shift()
      this.#send()
    })
  }
}
