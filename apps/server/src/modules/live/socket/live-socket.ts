import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIVE_PING_MS, LIVE_SOCKET_PATH, type LiveHome } from '@natim/contract/socket/live'
import { MINUTE_MS } from '@natim/domain/time'
import { WebSocketServer } from 'ws'
import type { Authenticate, SessionUser } from '../../../platform/auth/session-user.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DataScope } from '../../../platform/scope.ts'
import type { Network } from '../network.ts'
import { type ByeReason, type Connection, openConnection } from './connection.ts'
import { createHub, TICK_MS } from './hub.ts'
import { onUpgrade, refuseUpgrade } from './upgrades.ts'

const MAX_FRAME_BYTES = 64 * 1024
const MAX_SOCKETS_PER_USER = 10
const RECHECK_MS = MINUTE_MS
const COMPRESS_FROM_BYTES = 1_024
const LEAVE_WITHIN_MS = 1_000

export interface LiveSocketDeps {
  readonly server: Server
  readonly apiPrefix: string
  readonly network: Network
  readonly bus: Bus
  readonly clock: Clock
  /** Called at the handshake. */
  readonly authenticate: Authenticate
  /** The same without renewing the session: an open socket is no sign that somebody is there. */
  readonly peek: Authenticate
  readonly homeCounters: (scope: DataScope, region: string | undefined) => Promise<LiveHome>
  /** Origins allowed besides the server's own host. */
  readonly origins: readonly string[]
  readonly onError: (error: unknown) => void
}

export interface LiveSocket {
  readonly socketCount: () => number
  /** Since the start: frames made for sockets, and the points or devices in them. */
  readonly stats: { readonly frames: number; readonly changes: number }
  /** Tells every client to come back later and waits until they have left, one second at most. */
  stop(): Promise<void>
}

/** The live feed of the console (domain §8): `/mon/ws` below the API prefix and at the root. */
export function registerLiveSocket(deps: LiveSocketDeps): LiveSocket {
  const { server, apiPrefix, network, bus, clock, authenticate, onError } = deps
  const connections = new Set<Connection>()
  const hub = createHub({ network, homeCounters: deps.homeCounters, onError })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
    // The token came as the subprotocol; a browser insists on having it echoed.
    handleProtocols: (protocols) => [...protocols][0] ?? false,
    perMessageDeflate: {
      threshold: COMPRESS_FROM_BYTES,
      // Without a memory between frames a hundred idle sockets cost next to nothing.
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      zlibDeflateOptions: { level: 1, memLevel: 7 },
    },
  })
  let isStopping = false

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (isStopping) return refuseUpgrade(socket, 503)
    if (!isOriginAllowed(request, deps.origins)) return refuseUpgrade(socket, 403)
    const token = request.headers['sec-websocket-protocol']?.split(',')[0]?.trim() ?? ''
    const user = token === '' ? undefined : await authenticate(token)
    if (!user) return refuseUpgrade(socket, 401)
    if (countOf(user.userId) >= MAX_SOCKETS_PER_USER) return refuseUpgrade(socket, 429)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = openConnection({
        socket: webSocket,
        user,
        token,
        hub,
        directory: () => network.fresh(),
        now: clock.now,
        onError,
      })
      connections.add(connection)
      webSocket.on('close', () => connections.delete(connection))
    })
  }

  function countOf(userId: string): number {
    let count = 0
    for (const { user } of connections) if (user.userId === userId) count += 1
    return count
  }

  /** Looks at sessions again, one after the other: a hundred sockets must not queue before everybody's queries. */
  async function recheck(isMeant: (user: SessionUser) => boolean): Promise<void> {
    for (const connection of [...connections].filter(({ user }) => isMeant(user))) {
      try {
        const user = await deps.peek(connection.token)
        if (user) connection.setUser(user)
        else leave(connection, 'auth')
      } catch (error) {
        // Whether the session is gone cannot be said now; the next look will tell.
        onError(error)
      }
    }
  }

  function leave(connection: Connection, reason: ByeReason): void {
    connections.delete(connection)
    connection.bye(reason)
  }

  for (const path of new Set([`${apiPrefix}${LIVE_SOCKET_PATH}`, LIVE_SOCKET_PATH])) {
    onUpgrade(server, path, (request, socket, head) => {
      upgrade(request, socket, head).catch((error: unknown) => {
        onError(error)
        refuseUpgrade(socket, 503)
      })
    })
  }
  const stops = [
    bus.subscribe('points', (points) => hub.onPoints(points)),
    bus.subscribe('deviceStatus', (changes) => hub.onStatus(changes)),
    bus.subscribe('sessionsEnded', (ids) => {
      for (const connection of connections) if (ids.includes(connection.user.sessionId)) leave(connection, 'auth')
    }),
    bus.subscribe('rightsChanged', (ids) => void recheck((user) => ids.includes(user.userId))),
    network.onReload((directory) => {
      hub.onReload(directory)
      for (const connection of connections) connection.registerChanged()
    }),
    clock.every(TICK_MS, () => {
      hub.tick(clock.now())
      for (const connection of connections) connection.tick(clock.now())
    }),
    clock.every(LIVE_PING_MS, () => {
      for (const connection of connections) connection.ping(clock.now())
    }),
    clock.every(RECHECK_MS, () => void recheck(() => true)),
  ]

  return {
    socketCount: () => connections.size,
    stats: hub.stats,
    async stop() {
      isStopping = true
      for (const stop of stops) stop()
      const closed = [...connections].map(
        ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      )
      for (const connection of connections) leave(connection, 'restart')
      await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, LEAVE_WITHIN_MS).unref())])
    },
  }
}

/** Browsers always name an origin, and a page of another site must not ride on a token it got hold of. */
function isOriginAllowed({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return allowed.includes(origin) || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host)
}
