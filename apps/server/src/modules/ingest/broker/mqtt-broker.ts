import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { AuthenticateError, Client, PublishPacket } from 'aedes'
import type { Log } from '../../../platform/logger.ts'
import type { DeviceStatusService } from '../../device-status/index.ts'
import type { Uplink } from '../accept/uplink.ts'
import { type DeviceAuth, isClientId, isLive } from '../access/device-auth.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { Credential, Device } from '../register/register-types.ts'
import { AckQueue } from './ack-queue.ts'
import { GuardedSocket } from './guarded-socket.ts'
import { Gate } from './read-gate.ts'
import { mayLeaveWill, maySubscribe, parseUpTopic, type UpTopic } from './topics.ts'
import { UplinkBroker } from './uplink-broker.ts'

/** CONNACK return codes of MQTT 3.1.1, as domain §6.1 defines them. */
const CONNACK = { idRejected: 2, notReady: 3, badCredentials: 4, notAuthorized: 5 } as const
const CONNECT_TIMEOUT_MS = 10_000
/** security §6: a device needs two or three. */
const MAX_SUBSCRIPTIONS = 100
const MAX_CONNECTIONS = 20_000
/** Maximum packets queued behind a CONNECT that is still being checked. */
const EARLY_PACKETS = 42

interface Session {
  readonly device: Device
  readonly credential: Credential
  readonly client: Client
  readonly address: string
  readonly acks: AckQueue
  /** Subscriptions granted in this session. */
  readonly topics: Set<string>
}

export interface BrokerDeps {
  /** Loads what must be known of a device before its first message; never rejects. */
  readonly onAdmitted: (device: Device) => Promise<void>
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  readonly log: Log
  /** Wall clock, epoch ms. */
  readonly now: () => number
  readonly deviceAuth: DeviceAuth
  readonly uplink: Uplink
  readonly status: DeviceStatusService
  readonly metrics: IngestMetrics
}

type PublishDone = (error?: Error | null) => void
type ConnectPacket = Parameters<UplinkBroker['preConnect']>[1]

/** Reserves a subscription before it is made, as one packet may hold several. Renewing an existing one is allowed. */
function takePlace({ client, topics }: Session, topic: string): boolean {
  const { subscriptions } = client as unknown as { readonly subscriptions: Readonly<Record<string, unknown>> }
  const held = new Set([...Object.keys(subscriptions), ...topics])
  if (!held.has(topic) && held.size >= MAX_SUBSCRIPTIONS) return false
  topics.add(topic)
  return true
}

/** The embedded broker: MQTT 3.1.1 over TCP, device credentials, topic rules, acknowledgement after commit. */
export class MqttBroker {
  readonly #deps: BrokerDeps
  readonly #gate = new Gate()
  readonly #server: Server
  readonly #sessions = new Map<string, Session>()
  readonly #bySocket = new WeakMap<Client, Session>()
  readonly #connects = new WeakMap<Client, ConnectPacket>()
  readonly #sockets = new Set<GuardedSocket>()
  /** Messages read after the high-water mark but before their connection paused. */
  readonly #parked: (() => void)[] = []
  #aedes: UplinkBroker | undefined
  #isStopping = false

  constructor(deps: BrokerDeps) {
    this.#deps = deps
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  get connections(): number {
    return this.#sessions.size
  }

  /** @returns the port it listens on. */
  async start(): Promise<number> {
    const { host, port } = this.#deps
    this.#aedes = this.#createAedes()
    await this.#aedes.listen()
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
    return (this.#server.address() as AddressInfo).port
  }

  /** Accepts no more connections and stops reading; acknowledgements still go out. */
  quiesce(): void {
    this.#isStopping = true
    this.#gate.set(false)
    this.#server.close()
  }

  /** Ends every session. */
  async stop(): Promise<void> {
    this.quiesce()
    await new Promise<void>((resolve) => (this.#aedes ? this.#aedes.close(resolve) : resolve()))
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Reading from all sockets is paused while the backlog is high. */
  setReading(isReading: boolean): void {
    if (this.#isStopping) return
    const parked = isReading ? this.#parked.splice(0) : []
    for (const take of parked) take()
    this.#gate.set(isReading)
  }

  /** Ends the sessions of devices that may no longer report or whose secret has ended. */
  recheck(): void {
    const nowMs = this.#deps.now()
    for (const { device, credential, client } of this.#sessions.values()) {
      const isStillThere = device.credentials.some((known) => known.id === credential.id && isLive(known, nowMs))
      if (device.isRetired || !isStillThere) client.close()
    }
  }

  /** Sends to a device if it is subscribed; otherwise a retained message waits for it. */
  publish(topic: string, payload: string, retain: boolean): void {
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain, dup: false } as const
    this.#aedes?.publish(packet, (error) => {
      if (error) this.#deps.log.warn({ err: error, topic }, 'message to a device failed')
    })
  }

  #createAedes(): UplinkBroker {
    const aedes = new UplinkBroker({
      connectTimeout: CONNECT_TIMEOUT_MS,
      queueLimit: EARLY_PACKETS,
      maxTopicLevels: 8,
      preConnect: (client, packet, done) => {
        this.#connects.set(client, packet)
        done(null, true)
      },
      authenticate: (client, username, password, done) => void this.#signIn(client, username, password, done),
      authorizePublish: (client, packet, done) => this.#publish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        const session = this.#bySocket.get(client)
        const isAllowed =
          session !== undefined && maySubscribe(client.id, subscription.topic) && takePlace(session, subscription.topic)
        if (!isAllowed) this.#deps.deviceAuth.deny('subscription', session ?? {})
        done(null, isAllowed ? subscription : null)
      },
    })
    aedes.on('client', (client) => this.#opened(client))
    aedes.on('unsubscribe', (topics, client) => {
      for (const topic of topics) this.#bySocket.get(client)?.topics.delete(topic)
    })
    aedes.on('clientDisconnect', (client) => this.#closed(client))
    aedes.on('clientError', (client, error) =>
      this.#deps.log.debug({ err: error, clientId: client.id }, 'session failed'),
    )
    aedes.on('connectionError', (_client, error) => this.#deps.log.debug({ err: error }, 'connection refused'))
    return aedes
  }

  #accept(socket: Socket): void {
    if (this.#aedes === undefined || this.#isStopping) {
      socket.destroy()
      return
    }
    const guarded = new GuardedSocket(socket, this.#gate, (error) => {
      this.#deps.deviceAuth.deny('oversize', { address: guarded.address })
      this.#deps.log.debug({ err: error, address: guarded.address }, 'packet over the limit')
    })
    this.#sockets.add(guarded)
    guarded.once('close', () => this.#sockets.delete(guarded))
    this.#aedes.handle(guarded)
  }

  async #signIn(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    done: (error: AuthenticateError | null, isAllowed: boolean | null) => void,
  ): Promise<void> {
    // An unavailable database must not look like a wrong secret.
    const code = await this.#authenticate(client, username, password).catch(() => CONNACK.notReady)
    if (code === 0) done(null, true)
    else done(Object.assign(new Error('refused'), { returnCode: code }), null)
  }

  async #authenticate(client: Client, username: string | undefined, password: Buffer | undefined): Promise<number> {
    const { deviceAuth } = this.#deps
    const packet = this.#connects.get(client)
    this.#connects.delete(client)
    const { address } = client.conn as GuardedSocket
    const clientId = packet?.clientId ?? ''
    if (!isClientId(clientId) || username !== clientId) return CONNACK.idRejected
    const admission = await deviceAuth.admit(clientId, password ?? '', address)
    if (!admission.ok) {
      if (admission.reason === 'not-ready') return CONNACK.notReady
      return admission.reason === 'shut-out' ? CONNACK.notAuthorized : CONNACK.badCredentials
    }
    if (packet?.will && !mayLeaveWill(clientId, packet.will.topic)) {
      deviceAuth.deny('will', { device: admission.device, address })
      return CONNACK.notAuthorized
    }
    if (this.#sessions.has(clientId)) this.#deps.metrics.deny('replaced')
    const { device, credential } = admission
    await this.#deps.onAdmitted(device)
    this.#bySocket.set(client, {
      device,
      credential,
      client,
      address,
      acks: new AckQueue(client.conn),
      topics: new Set(),
    })
    return 0
  }

  #opened(client: Client): void {
    const session = this.#bySocket.get(client)
    if (session === undefined) return
    this.#sessions.set(client.id, session)
    this.#deps.status.connected(session.device.deviceNo, session.address, this.#deps.now())
  }

  #closed(client: Client): void {
    const session = this.#bySocket.get(client)
    // The newest session wins; the end of the replaced one says nothing about the device.
    if (session === undefined || this.#sessions.get(client.id) !== session) return
    this.#sessions.delete(client.id)
    const isGoodbye = (client.conn as GuardedSocket).sawDisconnect
    if (!this.#isStopping && !isGoodbye) this.#deps.status.lost(session.device.deviceNo, this.#deps.now())
  }

  #publish(client: Client | null, packet: PublishPacket, done: PublishDone): void {
    const session = client ? this.#bySocket.get(client) : undefined
    const topic = parseUpTopic(packet.topic)
    if (!session || topic === undefined || topic.clientId !== session.device.clientId) {
      this.#deps.deviceAuth.deny('topic', session ?? {})
      done(new Error('topic not allowed'))
      return
    }
    // No last will for a session that was replaced or ended by the server.
    if (session.client.closed && (this.#isStopping || this.#sessions.get(session.client.id) !== session)) {
      done(new Error('session replaced'))
      return
    }
    this.#take(session, topic, packet, done)
  }

  /** Hands a message over, or parks it until the backlog is lower: it has been read and must not be lost. */
  #take(session: Session, topic: UpTopic, packet: PublishPacket, done: PublishDone): void {
    const answer = this.#answerFor(session, packet, done)
    const { payload } = packet
    const result = this.#deps.uplink.handle({
      sender: session.device,
      childId: topic.childId,
      kind: topic.kind,
      payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
      rxMs: this.#deps.now(),
      isMarkedDuplicate: packet.dup,
      waiter: packet.qos === 0 ? undefined : (error) => answer(error === undefined),
    })
    if (result.reason === 'busy' && !session.client.closed) {
      // Aedes does not read from this connection until `done`, so few messages can accumulate.
      this.#parked.push(() => this.#take(session, topic, packet, done))
      return
    }
    if (result.reason === 'shut-out') {
      this.#deps.deviceAuth.deny('foreign', session)
      done(new Error('only a gateway speaks for others'))
      return
    }
    if (result.ack !== 'later') answer(result.ack === 'now')
    if (packet.qos !== 2) passWithoutAck(packet, done)
  }

  /**
   * How a message is acknowledged. PUBACKs of QoS 1 are sent here rather than by Aedes, which thus keeps reading (pings
   * too) during a commit. A QoS 2 message is held back in Aedes, which starts the handshake once it is released.
   */
  #answerFor(session: Session, packet: PublishPacket, done: PublishDone): (isDurable: boolean) => void {
    const { qos, messageId } = packet
    if (qos === 2) {
      return (isDurable) => {
        if (isDurable) done()
        else passWithoutAck(packet, done)
      }
    }
    return (isDurable) => {
      // A last will has no message id and needs no acknowledgement.
      if (isDurable && qos === 1 && messageId !== undefined) session.acks.add(messageId)
    }
  }
}

/** Aedes acknowledges by the packet's QoS after the message is released; with QoS 0 it sends nothing. */
function passWithoutAck(packet: PublishPacket, done: PublishDone): void {
  Object.assign(packet, { qos: 0 })
  done()
}
