import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onUpgrade, refuseUpgrade } from './upgrades.ts'

let server: Server
let port: number
beforeEach(async () => {
  server = createServer((_request, response) => response.end('page'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const HEADERS = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** Raw response to an upgrade request for a path. */
async function upgrade(path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.write(`GET ${path} HTTP/1.1\r\n${HEADERS}`)
  await once(socket, 'close')
  return text
}

test('routes by path, ignores the query, and answers 404 for unserved paths', async () => {
  onUpgrade(server, '/a', ({ socket }) => refuseUpgrade(socket, 401))
  onUpgrade(server, '/b', ({ socket }) => refuseUpgrade(socket, 429))
  expect(await upgrade('/a?x=1')).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\nConnection: close/)
  expect(await upgrade('/b')).toMatch(/^HTTP\/1\.1 429 /)
  expect(await upgrade('/c')).toMatch(/^HTTP\/1\.1 404 /)
  expect(await upgrade('/a/')).toMatch(/^HTTP\/1\.1 404 /)
})

test('passes named path segments decoded; an empty or malformed one does not match', async () => {
  const seen: unknown[] = []
  onUpgrade(server, '/p/:userId/:pageId', ({ socket, params }) => {
    seen.push(params)
    refuseUpgrade(socket, 403)
  })
  expect(await upgrade('/p/a%20b/c?x=/y')).toMatch(/403/)
  expect(seen).toEqual([{ userId: 'a b', pageId: 'c' }])
  for (const path of ['/p/a', '/p/a/', '/p//c', '/p/a/c/d', '/p/%/c']) expect(await upgrade(path)).toMatch(/404/)
})

test('survives a client that hangs up before the answer', async () => {
  let arrived: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  onUpgrade(server, '/slow', ({ socket }) => {
    socket.once('close', () => refuseUpgrade(socket, 503))
    arrived()
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /slow HTTP/1.1\r\n${HEADERS}`)
  await arrival
  socket.resetAndDestroy()
  await once(socket, 'close')
  expect(await upgrade('/none')).toMatch(/404/)
})
