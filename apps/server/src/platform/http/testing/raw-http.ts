import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Starts listening on the loopback and returns the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Sends raw bytes that no ordinary client would send, and reads until the server closes. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A refused upload may be answered and reset at once; use what arrived before.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n', 2)
      resolve({ status: Number(head.split(' ')[1]), head, body })
    })
  })
}

/** A request with exactly these lines; the server closes the connection after its response. */
export function rawRequest(requestLine: string, headers: Readonly<Record<string, string>> = {}, body?: Buffer): Buffer {
  const all = { host: 'x', connection: 'close', ...(body ? { 'content-length': String(body.length) } : {}), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(`${[requestLine, ...lines].join('\r\n')}\r\n\r\n`, 'latin1')
  return body ? Buffer.concat([head, body]) : head
}
