import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** A matched handshake; `params` are the named segments of the path, decoded. */
export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly params: Readonly<Record<string, string>>
}
export type UpgradeHandler = (upgrade: Upgrade) => void

interface Route {
  readonly segments: readonly string[]
  readonly handler: UpgradeHandler
}

const routes = new WeakMap<Server, Route[]>()

/**
 * Serves WebSocket upgrades for one path of a server, such as `/websocket/:userId`; upgrades of unserved paths are
 * answered 404.
 */
export function onUpgrade(server: Server, path: string, handler: UpgradeHandler): void {
  const held = routes.get(server)
  const table = held ?? []
  table.push({ segments: path.split('/'), handler })
  if (held) return
  routes.set(server, table)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that hangs up midway must not crash the process.
    socket.on('error', () => socket.destroy())
    const requested = (request.url ?? '').split('?')[0]?.split('/') ?? []
    for (const route of table) {
      const params = match(route.segments, requested)
      if (params) return route.handler({ request, socket, head, params })
    }
    return refuseUpgrade(socket, 404)
  })
}

function match(pattern: readonly string[], requested: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== requested.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    const given = requested[index] ?? ''
    if (!segment.startsWith(':')) {
      if (segment !== given) return undefined
      continue
    }
    const value = decode(given)
    if (value === undefined || value === '') return undefined
    params[segment.slice(1)] = value
  }
  return params
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Answers instead of upgrading, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: 400 | 401 | 403 | 404 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
