import mqtt, { type MqttClient } from 'mqtt'

export interface LoadDevice {
  readonly id: string
  readonly clientId: string
  readonly secret: string
  readonly deviceNo: number
  /** Ordered by seq: readings, batch readings, readings without a time. */
  readonly channelNos: readonly [number, number, number]
}

/** A value the server has acknowledged. Without `tsMs` the server chose the time. */
export interface AckedPoint {
  readonly deviceNo: number
  readonly channelNo: number
  readonly tsMs: number | undefined
  readonly value: number
}

export interface LoadOptions {
  /** MQTT ports of the processes; devices start at different ones. */
  readonly ports: readonly number[]
  /** Time of the first sample, epoch ms. */
  readonly startMs: number
  /**
   * Pause after an acknowledgement, ms: without one a device soon exceeds its rate limit, and the excess waits forever.
   */
  readonly paceMs?: number
}

const RECONNECT_MS = 100
const IN_FLIGHT = 20
const ROWS_PER_BATCH = 20
const ROW_MS = 10
/** Values wrap far below the catalogue's range and distinguish the messages of a minute. */
const VALUES = 900

/** Connects to the first port, and to the next one whenever a connection ends. */
export function connectLoadDevice(
  { clientId, secret }: Pick<LoadDevice, 'clientId' | 'secret'>,
  ports: readonly number[],
): MqttClient {
  const client = mqtt.connect({
    servers: ports.map((port) => ({ host: '127.0.0.1', port })),
    protocolVersion: 4,
    clientId,
    username: clientId,
    password: secret,
    clean: true,
    keepalive: 5,
    connectTimeout: 2_000,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
  })
  // These tests provoke refused and broken connections.
  client.on('error', () => undefined)
  return client
}

/** Publishes until acknowledged, like a device that buffers unsent messages. */
export function deliver(client: MqttClient, topic: string, payload: string, onAck: () => void): void {
  client.publish(topic, payload, { qos: 1 }, (error) => {
    if (error) setTimeout(() => deliver(client, topic, payload, onAck), RECONNECT_MS)
    else onAck()
  })
}

interface Message {
  readonly kind: 'tele' | 'batch'
  readonly body: unknown
  readonly points: readonly AckedPoint[]
}

/**
 * One device: keeps messages in flight and records acknowledgements. Unacknowledged messages are sent again after a
 * reconnect. Messages without a time are sequential, since two that arrive within a millisecond would be two values of
 * one instant.
 */
class LoadClient {
  readonly #device: LoadDevice
  readonly #client: MqttClient
  readonly #acked: AckedPoint[]
  readonly #startMs: number
  #counter = 0
  #inFlight = 0
  #isSending = true
  readonly #paceMs: number

  constructor(device: LoadDevice, acked: AckedPoint[], { ports, startMs, paceMs = 0 }: LoadOptions) {
    this.#paceMs = paceMs
    this.#device = device
    this.#acked = acked
    this.#startMs = startMs
    this.#client = connectLoadDevice(device, ports)
    for (let i = 0; i < IN_FLIGHT; i++) this.#send((n) => (n % 2 === 0 ? this.#reading(n) : this.#batch(n)))
    this.#send((n) => this.#untimed(n))
  }

  get inFlight(): number {
    return this.#inFlight
  }

  stopSending(): void {
    this.#isSending = false
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true)
  }

  /** Sends one message after the other for the duration of the load. */
  #send(make: (n: number) => Message): void {
    if (!this.#isSending) return
    const { kind, body, points } = make(this.#counter++)
    this.#inFlight += 1
    deliver(this.#client, `dt/${this.#device.clientId}/${kind}`, JSON.stringify(body), () => {
      this.#inFlight -= 1
      this.#acked.push(...points)
      setTimeout(() => this.#send(make), this.#paceMs)
    })
  }

  /** Each message has its own time span, however fast they follow. */
  #instantOf(n: number): number {
    return this.#startMs + n * ROWS_PER_BATCH * ROW_MS
  }

  #reading(n: number): Message {
    const { deviceNo, channelNos } = this.#device
    const tsMs = this.#instantOf(n)
    const value = n % VALUES
    return {
      kind: 'tele',
      body: { ts: tsMs, d: { 1: value } },
      points: [{ deviceNo, channelNo: channelNos[0], tsMs, value }],
    }
  }

  #batch(n: number): Message {
    const { deviceNo, channelNos } = this.#device
    const t0 = this.#instantOf(n)
    const rows = Array.from({ length: ROWS_PER_BATCH }, (_, i) => [i * ROW_MS, (n + i) % VALUES] as const)
    const points = rows.map(([offset, value]) => ({ deviceNo, channelNo: channelNos[1], tsMs: t0 + offset, value }))
    return { kind: 'batch', body: { c: ['2'], t0, rows }, points }
  }

  /** The server sets the time: only the id identifies a duplicate. The number makes the value unique. */
  #untimed(n: number): Message {
    const { clientId, deviceNo, channelNos } = this.#device
    const value = n / 1_000
    const points = [{ deviceNo, channelNo: channelNos[2], tsMs: undefined, value }]
    return { kind: 'tele', body: { id: `${clientId}-${n}`, d: { 3: value } }, points }
  }
}

/** Many devices concurrently. */
export class CrashLoad {
  readonly #clients: readonly LoadClient[]
  readonly acked: AckedPoint[] = []

  constructor(devices: readonly LoadDevice[], options: LoadOptions) {
    const { ports } = options
    this.#clients = devices.map((device, i) => {
      const first = i % ports.length
      const ownPorts = [...ports.slice(first), ...ports.slice(0, first)]
      return new LoadClient(device, this.acked, { ...options, ports: ownPorts })
    })
  }

  get inFlight(): number {
    return this.#clients.reduce((sum, client) => sum + client.inFlight, 0)
  }

  stopSending(): void {
    for (const client of this.#clients) client.stopSending()
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()))
  }
}
