import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import mqttPacket, { type Packet } from 'mqtt-packet'

const DEFAULT_PORT = 1883
const DEFAULT_TLS_PORT = 8883
/** Write buffer limit; a broker that does not read within it counts as disconnected. */
const WRITE_BUFFER_BYTES = 4 * 1024 * 1024

export interface BridgeSocketEvents {
  onOpen(): void
  onPacket(packet: Packet): void
  /** Called exactly once, whatever the reason. */
  onClose(error: Error | undefined): void
}

/** MQTT packets over TCP or TLS; framing only. */
export class BridgeSocket {
  readonly #socket: Socket

  /** @param url `mqtt://` or `mqtts://` with host and port; the caller handles credentials. */
  constructor(url: URL, events: BridgeSocketEvents) {
    const isTls = url.protocol === 'mqtts:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (isTls ? DEFAULT_TLS_PORT : DEFAULT_PORT)
    this.#socket = isTls
      ? connectTls({ host, port, servername: host }, () => events.onOpen())
      : connectTcp({ host, port, noDelay: true }, () => events.onOpen())
    const parser = mqttPacket.parser({ protocolVersion: 4 })
    let failure: Error | undefined
    parser.on('packet', (packet) => events.onPacket(packet))
    parser.on('error', (error) => this.#socket.destroy(error))
    this.#socket.on('data', (chunk: Buffer) => parser.parse(chunk))
    this.#socket.on('error', (error) => {
      failure = error
    })
    this.#socket.once('close', () => events.onClose(failure))
  }

  send(packet: Packet): void {
    if (this.#socket.destroyed) return
    this.#socket.write(mqttPacket.generate(packet))
    if (this.#socket.writableLength > WRITE_BUFFER_BYTES) this.#socket.destroy(new Error('the broker does not read'))
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Sends DISCONNECT and closes. */
  end(): void {
    this.send({ cmd: 'disconnect' })
    this.#socket.destroySoon()
  }

  destroy(error?: Error): void {
    this.#socket.destroy(error)
  }
}
