import mqtt, { type IClientOptions } from 'mqtt'
import type { Link, LinkOptions, Outgoing } from './link.ts'
import type { Statistics } from './statistics.ts'

const KEEPALIVE_S = 60
const CONNECT_TIMEOUT_MS = 30_000
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 20_000

/** MQTT 3.1.1 over TCP: one connection, QoS 1, the last will on the device's own state topic (domain §6.1). */
export function createMqttLink(options: LinkOptions, statistics: Statistics): Link {
  const { clientId } = options
  let waiting = 0
  let failures = 0
  let isCut = false
  let isClosing = false
  // Kept here because a reconnect without stores would create empty ones and lose unacknowledged messages.
  const stores = { incomingStore: new mqtt.Store(), outgoingStore: new mqtt.Store() }
  const client = mqtt.connect(options.url, { ...stores, ...connectOptions(options) })
  client.on('connect', () => {
    failures = 0
    client.options.reconnectPeriod = RETRY_FIRST_MS
    client.subscribe(`dn/${clientId}/cmd`, { qos: 1 })
    options.onOpen()
  })
  client.on('message', (_topic, payload) => options.onCommand(payload))
  client.on('error', (error) => options.onProblem(error.message))
  client.on('close', () => {
    const wasClosing = isClosing
    isClosing = false
    // It was reopened before the old connection had closed, so reconnect now.
    if (wasClosing && !isCut) client.reconnect(stores)
    if (wasClosing || isCut) return
    // Jitter by identity, so that devices do not all reconnect to a restarted server at once.
    const spread = 0.6 + (clientId.charCodeAt(clientId.length - 1) % 10) / 12
    client.options.reconnectPeriod = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 1.7 ** failures++ * spread)
  })

  return {
    isOpen: () => client.connected && !isCut,
    waiting: () => waiting,
    send: (message, onSettled) => {
      const startedMs = performance.now()
      waiting++
      statistics.countSent(message.points)
      client.publish(
        topicOf(clientId, message),
        message.payload,
        { qos: 1, retain: message.kind === 'state' },
        (error) => {
          waiting--
          onSettled?.()
          if (!error) statistics.countAcked(message.points, performance.now() - startedMs)
        },
      )
    },
    cut: () => {
      isCut = true
      isClosing = client.connected
      client.options.reconnectPeriod = 0
      client.stream.destroy()
    },
    reopen: () => {
      if (!isCut) return
      isCut = false
      client.options.reconnectPeriod = RETRY_FIRST_MS
      if (!isClosing) client.reconnect(stores)
    },
    close: () => client.endAsync(false).catch(() => client.endAsync(true)),
  }
}

function connectOptions({ clientId, secret }: LinkOptions): IClientOptions {
  return {
    protocolVersion: 4,
    clientId,
    username: clientId,
    password: secret,
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: RETRY_FIRST_MS,
    // "Not ready" (3) is temporary; a wrong secret is not, but a rotated one may be corrected on the server.
    reconnectOnConnackError: true,
    resubscribe: false,
    will: { topic: `dt/${clientId}/state`, payload: Buffer.from('{"s":"offline"}'), qos: 1, retain: true },
  }
}

function topicOf(clientId: string, { kind, childId }: Outgoing): string {
  return childId === undefined ? `dt/${clientId}/${kind}` : `dt/${clientId}/sub/${childId}/${kind}`
}
