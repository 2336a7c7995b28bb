import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type * as ws from 'ws'

// Page tests resolve packages as for a browser, where this one is empty.
const { WebSocketServer } = createRequire(import.meta.url)('ws') as typeof ws

/** One accepted connection, seen from the server. */
export interface PeerConnection {
  readonly path: string
  readonly protocol: string
  /** The next text of the client, including one already received. */
  readonly heard: () => Promise<string>
  readonly say: (text: string) => void
  readonly hangUp: () => void
  readonly gone: Promise<unknown>
}

/** Queue of values in order, with waiting readers. */
function createQueue<T>() {
  const values: T[] = []
  const waiting: ((value: T) => void)[] = []
  return {
    push(value: T): void {
      const next = waiting.shift()
      if (next) next(value)
      else values.push(value)
    },
    take: (): Promise<T> =>
      values.length > 0 ? Promise.resolve(values.shift() as T) : new Promise((resolve) => waiting.push(resolve)),
  }
}

function toConnection(socket: ws.WebSocket, request: IncomingMessage): PeerConnection {
  const texts = createQueue<string>()
  socket.on('message', (data) => texts.push(String(data)))
  return {
    path: request.url ?? '',
    protocol: socket.protocol,
    heard: texts.take,
    say: (text) => socket.send(text),
    hangUp: () => socket.close(),
    gone: once(socket, 'close'),
  }
}

/** A real WebSocket server controlled by the test: it does nothing automatically. */
export async function startSocketPeer() {
  let isRefusing = false
  let attempts = 0
  const accepted = createQueue<PeerConnection>()
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: () => {
      attempts += 1
      return !isRefusing
    },
  })
  server.on('connection', (socket, request) => accepted.push(toConnection(socket, request)))
  await once(server, 'listening')
  return {
    base: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: accepted.take,
    /** Number of open connections. */
    size: () => server.clients.size,
    /** Number of handshakes so far. */
    attempts: () => attempts,
    refuse: (isOn: boolean) => {
      isRefusing = isOn
    },
    async stop(): Promise<void> {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
