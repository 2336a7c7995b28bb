import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerOptions, WebSocketServer } from 'ws'
import { type Authenticate, authorOf, type SessionUser } from '../auth/session-user.ts'
import { createSeats, type Seats } from './seats.ts'
import { refuseUpgrade } from './upgrades.ts'

const MAX_SOCKETS_PER_USER = 10
const MAX_FRAME_BYTES = 64 * 1024

export interface HandshakeRules {
  /** Called at the handshake. */
  readonly authenticate: Authenticate
  /** Origins allowed besides the server's own host. */
  readonly origins: readonly string[]
  readonly isStopping: () => boolean
  /** Seats of this kind of socket; a user's views share the user's seats. */
  readonly seats: Seats
  /** Path parameters fit the user (security §5: the user id of the path is that of the session). */
  readonly mayOpen?: (user: SessionUser) => boolean
}

/** An accepted caller and their token. */
export interface Admitted {
  readonly user: SessionUser
  readonly token: string
  readonly tenantId: number
}

/** Checks a handshake; answers a refused one and returns undefined. */
export async function admit(
  request: IncomingMessage,
  socket: Duplex,
  rules: HandshakeRules,
): Promise<Admitted | undefined> {
  const refuse = (status: 401 | 403 | 429 | 503) => {
    refuseUpgrade(socket, status)
    return undefined
  }
  if (rules.isStopping()) return refuse(503)
  if (!isOriginAllowed(request, rules.origins)) return refuse(403)
  const query = new URL(request.url ?? '', 'http://socket').searchParams
  const token = offeredProtocol(request) ?? query.get('token') ?? ''
  // Browsers cannot set the header used by ordinary calls; without the parameter no tenant is chosen.
  const tenantId = Number(query.get('tenant-id') ?? 0)
  const user = token === '' || !Number.isSafeInteger(tenantId) ? undefined : await rules.authenticate(token, tenantId)
  if (!user) return refuse(401)
  if (rules.mayOpen && !rules.mayOpen(user)) return refuse(403)
  const leave = rules.seats.take(authorOf(user).userId)
  if (!leave) return refuse(429)
  socket.once('close', leave)
  // The client left during authentication: its 'close' event has already fired.
  if (socket.destroyed) leave()
  return { user, token, tenantId }
}

/** Seats for one kind of socket. */
export const createSocketSeats = (): Seats => createSeats(MAX_SOCKETS_PER_USER)

/** The token arrives as the only subprotocol; browsers require it to be echoed. */
export function createSocketServer(options: Pick<ServerOptions, 'perMessageDeflate'> = {}): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    clientTracking: false,
    handleProtocols: (protocols) => [...protocols][0] ?? false,
    ...options,
  })
}

function offeredProtocol({ headers }: IncomingMessage): string | undefined {
  const offered = headers['sec-websocket-protocol']?.split(',')[0]?.trim()
  return offered === '' ? undefined : offered
}

/** Browsers always send an origin, and a page of another site must not use a stolen token. */
function isOriginAllowed({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return allowed.includes(origin) || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host)
}
