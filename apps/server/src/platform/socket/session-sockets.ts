import type { Server } from 'node:http'
import { MINUTE_MS } from '@natim/domain/time'
import type { RawData, WebSocket } from 'ws'
import type { Authenticate, SessionUser } from '../auth/session-user.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import { type Admitted, admit, createSocketSeats, createSocketServer } from './handshake.ts'
import { createMessageGuard } from './message-guard.ts'
import { onUpgrade, refuseUpgrade, type Upgrade } from './upgrades.ts'

const BUFFER_BYTES = 1024 * 1024
const PING_MS = 30_000
/** Two pings without an answer. */
const SILENCE_MS = 2 * PING_MS
const RECHECK_MS = MINUTE_MS
const CLOSE_WITHIN_MS = 800
const LEAVE_WITHIN_MS = 1_000

const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

export interface SessionSocketDeps {
  readonly server: Server
  /** Sockets are served below it and at the root. */
  readonly apiPrefix: string
  readonly bus: Bus
  readonly clock: Clock
  readonly authenticate: Authenticate
  /** Like `authenticate`, without renewing the session: an open socket is no user activity. */
  readonly peek: Authenticate
  readonly origins: readonly string[]
  readonly onError: (error: unknown) => void
}

export interface SocketKind {
  /** Contains `:userId`, which must be that of the session: `/websocket/:userId`. */
  readonly path: string
  readonly mayOpen?: (params: Readonly<Record<string, string>>) => boolean
  /** Handles one text message of a client; false = malformed. */
  readonly onText: (peer: Peer, text: string) => boolean
}

/** One open socket of a signed-in user. */
export interface Peer {
  /** As of the last session check: at the handshake, on every change of rights, and once a minute. */
  readonly user: SessionUser
  send(text: string): void
}

interface Link extends Peer {
  user: SessionUser
  readonly door: Admitted
  readonly socket: WebSocket
  heardAtMs: number
}

export interface SessionSockets {
  readonly peers: () => Iterable<Peer>
  /** Closes every socket and waits until the clients have left, one second at most. */
  stop(): Promise<void>
}

/** Sockets of one kind, bound to the sessions of their users (security §5). */
export function openSessionSockets(deps: SessionSocketDeps, kind: SocketKind): SessionSockets {
  const { bus, clock, onError } = deps
  const links = new Set<Link>()
  const seats = createSocketSeats()
  const sockets = createSocketServer({ perMessageDeflate: false })
  let isStopping = false

  async function upgrade({ request, socket, head, params }: Upgrade): Promise<void> {
    const door = await admit(request, socket, {
      ...deps,
      isStopping: () => isStopping,
      seats,
      mayOpen: (user) => user.userId === params['userId'] && (kind.mayOpen?.(params) ?? true),
    })
    if (door) sockets.handleUpgrade(request, socket, head, (opened) => open(opened, door))
  }

  function open(socket: WebSocket, door: Admitted): void {
    const guard = createMessageGuard(clock.now)
    const link: Link = {
      user: door.user,
      door,
      socket,
      heardAtMs: clock.now(),
      send(text) {
        if (socket.readyState !== socket.OPEN) return
        if (socket.bufferedAmount + text.length > BUFFER_BYTES) end(link, TRY_AGAIN_LATER, 'slow')
        else socket.send(text)
      },
    }
    links.add(link)
    socket.on('message', (data: RawData, isBinary: boolean) => {
      link.heardAtMs = clock.now()
      if (!guard.admit()) return end(link, POLICY_VIOLATION, 'rate')
      const isUnderstood = !isBinary && kind.onText(link, (data as Buffer).toString())
      if (!isUnderstood && !guard.forgive()) end(link, POLICY_VIOLATION, 'malformed')
    })
    socket.on('pong', () => {
      link.heardAtMs = clock.now()
    })
    // An oversized or broken frame: the library closes the connection; there is nothing else to do.
    socket.on('error', () => undefined)
    socket.on('close', () => links.delete(link))
  }

  function end(link: Link, code: number, reason: string): void {
    links.delete(link)
    link.socket.close(code, reason)
    // Terminates a client that does not answer the close frame.
    setTimeout(() => link.socket.terminate(), CLOSE_WITHIN_MS).unref()
  }

  /** Re-checks sessions one after the other: many sockets must not block everybody's queries. */
  async function recheck(isMeant: (link: Link) => boolean): Promise<void> {
    for (const link of [...links].filter(isMeant)) {
      try {
        const user = await deps.peek(link.door.token, link.door.tenantId)
        if (user) link.user = user
        else end(link, POLICY_VIOLATION, 'auth')
      } catch (error) {
        // Unknown whether the session is gone; the next check decides.
        onError(error)
      }
    }
  }

  function ping(): void {
    for (const link of links) {
      if (clock.now() - link.heardAtMs >= SILENCE_MS) link.socket.terminate()
      else link.socket.ping()
    }
  }

  for (const path of new Set([`${deps.apiPrefix}${kind.path}`, kind.path])) {
    onUpgrade(deps.server, path, (handshake) => {
      upgrade(handshake).catch((error: unknown) => {
        onError(error)
        refuseUpgrade(handshake.socket, 503)
      })
    })
  }
  const stops = [
    bus.subscribe('sessionsEnded', (ids) => {
      for (const link of links) if (ids.includes(link.user.sessionId)) end(link, POLICY_VIOLATION, 'auth')
    }),
    bus.subscribe('rightsChanged', (ids) => void recheck(({ user }) => ids.includes(user.userId))),
    bus.subscribe('missed', () => void recheck(() => true)),
    clock.every(RECHECK_MS, () => void recheck(() => true)),
    clock.every(PING_MS, ping),
  ]

  return {
    peers: () => links,
    async stop() {
      isStopping = true
      for (const stop of stops) stop()
      const left = [...links].map(({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())))
      for (const link of links) end(link, GOING_AWAY, 'restart')
      await Promise.race([Promise.all(left), new Promise((resolve) => setTimeout(resolve, LEAVE_WITHIN_MS).unref())])
    },
  }
}
