import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

const routes = new WeakMap<Server, Map<string, UpgradeHandler>>()

/** Serves WebSocket upgrades of a path of a server; upgrades of any other path are answered 404. */
export function onUpgrade(server: Server, path: string, handler: UpgradeHandler): void {
  const held = routes.get(server)
  const table = held ?? new Map<string, UpgradeHandler>()
  table.set(path, handler)
  if (held) return
  routes.set(server, table)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A client that hangs up half way is no reason to crash.
    socket.on('error', () => socket.destroy())
    const [requested = ''] = (request.url ?? '').split('?')
    const matched = table.get(requested)
    if (matched) matched(request, socket, head)
    else refuseUpgrade(socket, 404)
  })
}

/** Answers instead of upgrading, and hangs up. */
export function refuseUpgrade(socket: Duplex, status: 400 | 401 | 403 | 404 | 429 | 503): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
