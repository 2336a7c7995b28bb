import type { Server } from 'node:http'
import { LIVE_PING_MS, LIVE_SOCKET_PATH, type LiveHome } from '@natim/contract/socket/live'
import { MINUTE_MS } from '@natim/domain/time'
import { type Authenticate, authorOf, type SessionUser } from '../../../platform/auth/session-user.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { DataScope } from '../../../platform/scope.ts'
import { admit, createSocketSeats, createSocketServer } from '../../../platform/socket/handshake.ts'
import { onUpgrade, refuseUpgrade, type Upgrade } from '../../../platform/socket/upgrades.ts'
import type { Network } from '../network.ts'
import type { AlarmSource } from './alarm-subscription.ts'
import { type ByeReason, type Connection, openConnection } from './connection.ts'
import { createHub, TICK_MS } from './hub.ts'
import type { WallSource } from './wall-subscription.ts'

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
  /** Without renewing the session: an open socket does not count as user activity. */
  readonly peek: Authenticate
  readonly homeCounters: (scope: DataScope, region: string | undefined) => Promise<LiveHome>
  readonly alarms: AlarmSource
  readonly walls: WallSource
  /** Origins allowed in addition to the server's own host. */
  readonly origins: readonly string[]
  readonly onError: (error: unknown) => void
}

export interface LiveSocket {
  readonly socketCount: () => number
  /** Since the start: frames rendered for sockets, and the points or devices in them. */
  readonly stats: { readonly frames: number; readonly changes: number }
  /** Asks every client to reconnect later and waits until they have left, at most one second. */
  stop(): Promise<void>
}

/** @param ids of sessions and of impersonation views */
const hasEnded = ({ sessionId, view }: SessionUser, ids: readonly string[]) =>
  ids.includes(sessionId) || (view !== undefined && ids.includes(view.id))

/** The live feed of the console (domain §8): `/mon/ws` below the API prefix and at the root. */
export function registerLiveSocket(deps: LiveSocketDeps): LiveSocket {
  const { server, apiPrefix, network, bus, clock, authenticate, onError } = deps
  const connections = new Set<Connection>()
  const seats = createSocketSeats()
  const hub = createHub({ network, homeCounters: deps.homeCounters, onError })
  const sockets = createSocketServer({
    perMessageDeflate: {
      threshold: COMPRESS_FROM_BYTES,
      // Without a compression context between frames a hundred idle sockets cost next to nothing.
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      zlibDeflateOptions: { level: 1, memLevel: 7 },
    },
  })
  let isStopping = false

  async function upgrade({ request, socket, head }: Upgrade): Promise<void> {
    const door = await admit(request, socket, {
      authenticate,
      origins: deps.origins,
      isStopping: () => isStopping,
      seats,
    })
    if (!door) return
    const { user, token } = door
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = openConnection({
        socket: webSocket,
        user,
        token,
        hub,
        alarms: deps.alarms,
        walls: deps.walls,
        directory: () => network.fresh(),
        now: clock.now,
        onError,
      })
      connections.add(connection)
      webSocket.on('close', () => connections.delete(connection))
    })
  }

  /** Checks sessions one after the other: a hundred sockets must not block other queries. */
  async function recheck(isMeant: (user: SessionUser) => boolean): Promise<void> {
    for (const connection of [...connections].filter(({ user }) => isMeant(user))) {
      try {
        const user = await deps.peek(connection.token)
        if (user) connection.setUser(user)
        else leave(connection, 'auth')
      } catch (error) {
        // The session's state is unknown now; the next check will tell.
        onError(error)
      }
    }
  }

  function leave(connection: Connection, reason: ByeReason): void {
    connections.delete(connection)
    connection.bye(reason)
  }

  for (const path of new Set([`${apiPrefix}${LIVE_SOCKET_PATH}`, LIVE_SOCKET_PATH])) {
    onUpgrade(server, path, (handshake) => {
      upgrade(handshake).catch((error: unknown) => {
        onError(error)
        refuseUpgrade(handshake.socket, 503)
      })
    })
  }
  const stops = [
    network.onPoints((points) => hub.onPoints(points)),
    bus.subscribe('deviceStatus', (changes) => hub.onStatus(changes)),
    bus.subscribe('sessionsEnded', (ids) => {
      for (const connection of connections) if (hasEnded(connection.user, ids)) leave(connection, 'auth')
    }),
    bus.subscribe(
      'rightsChanged',
      (ids) =>
        void recheck((user) =>
          [user.userId, authorOf(user).userId, user.kiosk?.makerId ?? ''].some((id) => ids.includes(id)),
        ),
    ),
    bus.subscribe('missed', () => {
      void recheck(() => true)
      // Once the network has read what it missed, all subscribers get new snapshots.
      network.fresh().then(() => hub.resync(), onError)
    }),
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
