import { connect, type Socket } from 'node:net'
import type { UplinkClient } from './network.ts'
import { connectPacket, publishPacket } from './packets.ts'

const PUBACK = 4
const CONNACK_BYTES = 4

/** A minimal MQTT 3.1.1 connection on a raw socket that publishes with QoS 1 and counts acknowledgements. */
export class MqttClient implements UplinkClient {
  readonly #clientId: string
  readonly #socket: Socket
  readonly #sentMs = new Map<number, number>()
  readonly #onAck: (latencyMs: number) => void
  #nextId = 1
  #pending: Buffer = Buffer.alloc(0)

  private constructor(clientId: string, socket: Socket, onAck: (latencyMs: number) => void) {
    this.#clientId = clientId
    this.#socket = socket
    this.#onAck = onAck
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  static open(
    port: number,
    { clientId, secret }: { readonly clientId: string; readonly secret: string },
    onAck: (latencyMs: number) => void,
  ): Promise<MqttClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => {
        socket.write(connectPacket(clientId, secret))
      })
      socket.once('error', reject)
      socket.once('data', (chunk: Buffer) => {
        if (chunk.length === CONNACK_BYTES && chunk[3] === 0) resolve(new MqttClient(clientId, socket, onAck))
        else reject(new Error(`refused with code ${chunk[3]}`))
      })
    })
  }

  publish(kind: 'tele' | 'batch', payload: Buffer): void {
    const messageId = this.#nextId
    this.#nextId = (this.#nextId % 65_535) + 1
    this.#sentMs.set(messageId, performance.now())
    this.#socket.write(publishPacket(`dt/${this.#clientId}/${kind}`, payload, messageId))
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    const data = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    let at = 0
    // Nothing is subscribed and no ping is sent, so all packets are PUBACKs of four bytes.
    for (; at + 4 <= data.length; at += 4) {
      if ((data[at] as number) >> 4 !== PUBACK) throw new Error('unexpected packet')
      const messageId = data.readUInt16BE(at + 2)
      const sentMs = this.#sentMs.get(messageId)
      if (sentMs === undefined) continue
      this.#sentMs.delete(messageId)
      this.#onAck(performance.now() - sentMs)
    }
    this.#pending = data.subarray(at)
  }
}
