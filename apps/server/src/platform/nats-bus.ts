import { connect, type NatsConnection } from '@nats-io/transport-node'
import { type Bus, type BusTopic, createLocalBus, type StoredPoints } from './bus.ts'
import { decodeMessage, encodeMessage } from './bus-codec.ts'

export interface NatsBusOptions {
  /** `nats://user:password@host:4222`; comma-separated for the servers of a cluster. */
  readonly url: string
  readonly onError: (error: unknown) => void
  /** Connected or disconnected; for a log line. */
  readonly onStatus?: (isConnected: boolean) => void
}

const SUBJECT_PREFIX = 'natim.'
const RECONNECT_MS = 1_000
/** The server refuses messages over 1 MB; this many points take half of that. */
const POINTS_PER_MESSAGE = 16_384

/**
 * Fan-out between processes. Handlers of this process are called synchronously, whether or not the server is reachable;
 * other processes miss what is published while it is not. Reconnects forever in the background.
 */
export async function createNatsBus({ url, onError, onStatus }: NatsBusOptions): Promise<Bus> {
  const local = createLocalBus(onError)
  const relayed = new Set<BusTopic>()
  let connection: NatsConnection | undefined
  let isUp = false
  let isClosed = false

  const connecting = connect({
    ...parseServers(url),
    name: 'natim-console',
    noEcho: true,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ignoreAuthErrorAbort: true,
  }).then(
    (opened) => {
      if (isClosed) return opened.close()
      connection = opened
      for (const topic of relayed) listen(opened, topic)
      setUp(true)
      return watch(opened)
    },
    (error: unknown) => {
      if (!isClosed) onError(error)
    },
  )

  function setUp(next: boolean): void {
    if (next === isUp) return
    isUp = next
    onStatus?.(next)
    // Also after the first connection: others may have published before.
    if (next) local.publish('missed', {})
  }

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const status of opened.status()) {
      if (status.type === 'disconnect') setUp(false)
      if (status.type === 'reconnect') setUp(true)
      if (status.type === 'error') onError(status.error)
    }
  }

  function listen(opened: NatsConnection, topic: BusTopic): void {
    opened.subscribe(SUBJECT_PREFIX + topic, {
      callback(error, packet) {
        try {
          if (error) throw error
          local.publish(topic, decodeMessage(topic, packet.data))
        } catch (failure) {
          onError(failure)
        }
      },
    })
  }

  return {
    publish(topic, message) {
      local.publish(topic, message)
      // While disconnected the library would buffer messages without bound.
      if (!connection || !isUp) return
      const parts = topic === 'points' ? splitPoints(message as StoredPoints) : [message]
      for (const part of parts) connection.publish(SUBJECT_PREFIX + topic, encodeMessage(topic, part as typeof message))
    },
    subscribe(topic, handler) {
      if (topic !== 'missed' && !relayed.has(topic)) {
        relayed.add(topic)
        if (connection) listen(connection, topic)
      }
      return local.subscribe(topic, handler)
    },
    async close() {
      isClosed = true
      await connection?.close()
      await local.close()
      if (connection) await connecting
    },
  }
}

function parseServers(url: string): { servers: string[]; user?: string; pass?: string } {
  const addresses = url.split(',').map((part) => new URL(part.trim()))
  const [first] = addresses
  const servers = addresses.map((address) => address.host)
  if (!first?.username) return { servers }
  return { servers, user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) }
}

function splitPoints(points: StoredPoints): StoredPoints[] {
  const parts: StoredPoints[] = []
  for (let from = 0; from < points.tsMs.length; from += POINTS_PER_MESSAGE) {
    const to = from + POINTS_PER_MESSAGE
    parts.push({
      commits: points.commits,
      deviceIds: points.deviceIds.slice(from, to),
      channelNos: points.channelNos.slice(from, to),
      tsMs: points.tsMs.slice(from, to),
      values: points.values.slice(from, to),
      flags: points.flags.slice(from, to),
    })
  }
  return parts
}
