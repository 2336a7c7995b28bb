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
  /** Places of this kind of socket; those of a user's views count as theirs. */
  readonly seats: Seats
  /** Path parameters fit the user (security §5: the user id of the path is that of the session). */
  readonly mayOpen?: (user: SessionUser) => boolean
}

/** Who is at the door and with what. */
export interface Admitted {
  readonly user: SessionUser
  readonly token: string
  readonly tenantId: number
}

/** Checks a handshake; whoever may not pass is answered and undefined returned. */
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
  // A browser cannot set the header of ordinary calls; without it no tenant is chosen.
  const tenantId = Number(query.get('tenant-id') ?? 0)
  const user = token === '' || !Number.isSafeInteger(tenantId) ? undefined : await rules.authenticate(token, tenantId)
  if (!user) return refuse(401)
  if (rules.mayOpen && !rules.mayOpen(user)) return refuse(403)
  const leave = rules.seats.take(authorOf(user).userId)
  if (!leave) return refuse(429)
  socket.once('close', leave)
  // Whoever left while we asked has no place to give back later.
  if (socket.destroyed) leave()
  return { user, token, tenantId }
}

/** Places for one kind of socket. */
export const createSocketSeats = (): Seats => createSeats(MAX_SOCKETS_PER_USER)

/** The token came as the only subprotocol; a browser insists on having it echoed. */
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

/** Browsers always name an origin, and a page of another site must not ride on a token it got hold of. */
function isOriginAllowed({ headers }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return allowed.includes(origin) || (URL.canParse(origin) && host !== undefined && new URL(origin).host === host)
}
