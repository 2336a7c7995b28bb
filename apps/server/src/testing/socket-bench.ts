import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { SessionUser } from '../platform/auth/session-user.ts'
import { type Bus, createLocalBus } from '../platform/bus.ts'
import { createManualClock, type ManualClock } from '../platform/clock.ts'
import type { SessionSocketDeps } from '../platform/socket/session-sockets.ts'

export interface TextClient {
  readonly socket: WebSocket
  send(message: unknown): void
  /** The next message, parsed. */
  take(): Promise<unknown>
  /** Sends a message that is answered, and returns everything received before the answer. */
  settle(beat: unknown): Promise<unknown[]>
  readonly closed: Promise<number>
}

/** A console's client of a JSON text socket. */
export async function openTextClient(url: string, protocols: string[], options?: ClientOptions): Promise<TextClient> {
  const socket = new WebSocket(url, protocols, options)
  const inbox: unknown[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    inbox.push(JSON.parse((data as Buffer).toString()))
    wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code)
      wake()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))

  async function take(): Promise<unknown> {
    while (inbox.length === 0) {
      if (socket.readyState === WebSocket.CLOSED) throw new Error('The socket closed before the message came')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return inbox.shift()
  }

  return {
    socket,
    send,
    take,
    closed,
    async settle(beat) {
      const before: unknown[] = []
      send(beat)
      for (;;) {
        const message = await take()
        const { cmd, type } = message as { cmd?: string; type?: string }
        if (cmd === 'heartcheck' || type === 'heart_beat') return before
        before.push(message)
      }
    },
  }
}

export interface SocketBench extends SessionSocketDeps {
  readonly server: Server
  readonly bus: Bus
  readonly clock: ManualClock
  /** Sessions by token; a missing one has ended. */
  readonly sessions: Map<string, SessionUser>
  /** `ws://127.0.0.1:port`, available after `listen`. */
  readonly base: () => string
  listen(): Promise<void>
  /** Signs a user in and connects; the path is relative to the root. */
  connect(user: SessionUser, path: string, options?: ClientOptions): Promise<TextClient>
  close(): Promise<void>
}

/** A bare server with configurable sessions, for socket tests. A session's tenants are its own and 0. */
export function createSocketBench(): SocketBench {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const fail = (error: unknown) => expect.unreachable(String(error))
  const sessions = new Map<string, SessionUser>()
  const clients: TextClient[] = []
  const authenticate = async (token: string, tenantId = 0) => {
    const user = sessions.get(token)
    return tenantId === 0 || tenantId === user?.tenantId ? user : undefined
  }
  const base = () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    server,
    apiPrefix: '/jeecg-boot',
    bus: createLocalBus(fail),
    clock: createManualClock(1_795_234_800_000),
    sessions,
    authenticate,
    peek: authenticate,
    origins: ['https://console.example'],
    onError: fail,
    base,
    listen: () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
    async connect(user, path, options) {
      const token = `token-${user.sessionId}`
      sessions.set(token, user)
      const client = await openTextClient(`${base()}${path}`, [token], options)
      clients.push(client)
      return client
    },
    async close() {
      for (const { socket } of clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}
