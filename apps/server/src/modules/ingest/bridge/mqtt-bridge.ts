import type { IPublishPacket, Packet } from 'mqtt-packet'
import type { Log } from '../../../platform/logger.ts'
import type { Uplink } from '../accept/uplink.ts'
import type { DeviceAuth } from '../access/device-auth.ts'
import { parseUpTopic } from '../broker/topics.ts'
import type { Register } from '../register/register.ts'
import { BridgeSocket } from './bridge-socket.ts'

const EVERYTHING = 'dt/#'
const KEEPALIVE_S = 30
const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 20_000
const REFUSED = 128

export interface BridgeDeps {
  /** `mqtt://user:password@host:port` or `mqtts://…` */
  readonly url: string
  readonly log: Log
  /**
   * The fixed name lets the broker keep the session and its unacknowledged messages; without a topic it is only
   * drained.
   */
  readonly session: { readonly name: string; readonly topic: string | undefined }
  /** Wall clock, epoch ms. */
  readonly now: () => number
  readonly uplink: Uplink
  readonly register: Register
  readonly deviceAuth: DeviceAuth
}

/**
 * Receives messages from an external broker, which authenticates devices and restricts their topics; the topic
 * identifies the device. A message is acknowledged when durable, so the broker keeps the rest.
 */
export class MqttBridge {
  readonly #deps: BridgeDeps
  readonly #url: URL
  #socket: BridgeSocket | undefined
  #isConnected = false
  #isStopping = false
  #isHeld = false
  #isReading = true
  #retryMs = RETRY_FIRST_MS
  #retry: NodeJS.Timeout | undefined
  #ping: NodeJS.Timeout | undefined
  #isPongDue = false
  #parked: (() => void)[] = []

  constructor(deps: BridgeDeps) {
    this.#deps = deps
    this.#url = new URL(deps.url)
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** While held: connects and reconnects. Otherwise leaves the session to other processes. */
  setHeld(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    if (isHeld) this.#connect()
    else this.#release()
  }

  /** Stops receiving; acknowledgements still go out. */
  quiesce(): void {
    this.#isStopping = true
    clearTimeout(this.#retry)
    this.#parked = []
    this.#socket?.pause()
  }

  stop(): void {
    this.quiesce()
    this.#isHeld = false
    this.#release()
  }

  /** Unacknowledged messages stay with the broker's session. */
  #release(): void {
    clearTimeout(this.#retry)
    clearInterval(this.#ping)
    this.#parked = []
    this.#socket?.end()
  }

  /** Reading is paused while the backlog is high. */
  setReading(isReading: boolean): void {
    if (this.#isStopping) return
    this.#isReading = isReading
    if (!isReading) {
      this.#socket?.pause()
      return
    }
    for (const take of this.#parked.splice(0)) take()
    this.#socket?.resume()
  }

  publish(topic: string, payload: string, retain: boolean): void {
    // QoS 0: QoS 1 would need message ids to match, and these hints may be lost.
    if (this.#isConnected) this.#socket?.send({ cmd: 'publish', topic, payload, qos: 0, retain, dup: false })
  }

  #connect(): void {
    const socket = new BridgeSocket(this.#url, {
      onOpen: () => socket.send(this.#connectPacket()),
      onPacket: (packet) => this.#receive(socket, packet),
      onClose: (error) => this.#closed(socket, error),
    })
    this.#socket = socket
  }

  #connectPacket(): Packet {
    const { username, password } = this.#url
    return {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: this.#deps.session.name,
      clean: false,
      keepalive: KEEPALIVE_S,
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: Buffer.from(decodeURIComponent(password)) } : {}),
    }
  }

  #receive(socket: BridgeSocket, packet: Packet): void {
    switch (packet.cmd) {
      case 'connack':
        if (packet.returnCode === 0) this.#opened(socket)
        else socket.destroy(new Error(`the broker refused us with code ${packet.returnCode}`))
        break
      case 'suback':
        if (packet.granted.includes(REFUSED))
          socket.destroy(new Error(`the broker refused ${this.#deps.session.topic}`))
        break
      case 'pingresp':
        this.#isPongDue = false
        break
      case 'publish':
        this.#take(socket, packet)
        break
      default:
        break
    }
  }

  #opened(socket: BridgeSocket): void {
    this.#isConnected = true
    this.#retryMs = RETRY_FIRST_MS
    this.#deps.log.info({ host: this.#url.host }, 'connected to the external broker')
    const { topic } = this.#deps.session
    if (topic === undefined) socket.send({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: [EVERYTHING] })
    else socket.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] })
    if (!this.#isReading) socket.pause()
    this.#isPongDue = false
    this.#ping = setInterval(() => {
      // A paused socket does not receive PINGRESP, so its absence proves nothing.
      if (this.#isPongDue && this.#isReading) socket.destroy(new Error('the broker does not answer'))
      this.#isPongDue = true
      socket.send({ cmd: 'pingreq' })
    }, KEEPALIVE_S * 500)
  }

  #closed(socket: BridgeSocket, error: Error | undefined): void {
    // An abandoned socket that has been replaced.
    if (socket !== this.#socket) return
    this.#isConnected = false
    clearInterval(this.#ping)
    // The broker's session delivers them again.
    this.#parked = []
    if (this.#isStopping || !this.#isHeld) return
    this.#deps.log.warn({ err: error, retryMs: this.#retryMs }, 'external broker lost')
    const spread = 0.75 + Math.random() / 2
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs * spread)
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS)
  }

  #take(socket: BridgeSocket, packet: IPublishPacket): void {
    const acknowledge = () => {
      if (packet.qos === 1) socket.send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
    }
    const topic = parseUpTopic(packet.topic)
    const sender = topic && this.#deps.register.byClientId(topic.clientId)
    if (topic && !sender) this.#deps.deviceAuth.notePending(topic.clientId, this.#url.host, null)
    // A retained message is old and was taken when it was sent.
    if (!topic || !sender || sender.isRetired || packet.retain) {
      acknowledge()
      return
    }
    const { ack, reason } = this.#deps.uplink.handle({
      sender,
      childId: topic.childId,
      kind: topic.kind,
      payload: typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload,
      rxMs: this.#deps.now(),
      isMarkedDuplicate: packet.dup,
      waiter: packet.qos === 0 ? undefined : (error) => error ?? acknowledge(),
    })
    if (ack === 'now' || reason === 'shut-out') acknowledge()
    else if (reason === 'busy' && !this.#isStopping) this.#parked.push(() => this.#take(socket, packet))
  }
}
