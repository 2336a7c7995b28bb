import { connect, type Socket } from 'node:net'
import type { BenchDevice, UplinkClient } from './network.ts'

/** The default of the server's setting. */
const API_PREFIX = '/jeecg-boot'
const HEAD_END = Buffer.from('\r\n\r\n')

/** A minimal HTTP/1.1 connection kept open on a raw socket, one request at a time, that counts answers. */
export class HttpClient implements UplinkClient {
  readonly #socket: Socket
  readonly #authorization: string
  readonly #onAck: (latencyMs: number) => void
  #sentMs = 0
  #pending: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket, authorization: string, onAck: (latencyMs: number) => void) {
    this.#socket = socket
    this.#authorization = authorization
    this.#onAck = onAck
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  static open(
    port: number,
    { clientId, secret }: Pick<BenchDevice, 'clientId' | 'secret'>,
    onAck: (latencyMs: number) => void,
  ): Promise<HttpClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () =>
        resolve(new HttpClient(socket, `Device ${clientId}:${secret}`, onAck)),
      )
      socket.once('error', reject)
    })
  }

  publish(kind: 'tele' | 'batch', payload: Buffer): void {
    const head = [
      `POST ${API_PREFIX}/ingest/v1/${kind} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: ${this.#authorization}`,
      'content-type: application/json',
      `content-length: ${payload.length}`,
    ].join('\r\n')
    this.#sentMs = performance.now()
    this.#socket.write(Buffer.concat([Buffer.from(head), HEAD_END, payload]))
  }

  close(): void {
    this.#socket.destroy()
  }

  /** @throws Error on an answer that does not acknowledge the whole message. */
  #receive(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk])
    const headEnd = this.#pending.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = this.#pending.toString('latin1', 0, headEnd)
    const bodyFrom = headEnd + HEAD_END.length
    const bodyTo = bodyFrom + Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (this.#pending.length < bodyTo) return
    const body = this.#pending.toString('utf8', bodyFrom, bodyTo)
    if (!head.startsWith('HTTP/1.1 200') || !body.includes('"ok":true') || !body.includes('"rejected":[]'))
      throw new Error(`refused: ${head.split('\r\n')[0]} ${body}`)
    this.#pending = this.#pending.subarray(bodyTo)
    this.#onAck(performance.now() - this.#sentMs)
  }
}
