import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../testing/eventually.ts'
import { refusedStatus } from '../../testing/live-client.ts'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import { createSocketBench, openTextClient, type SocketBench } from '../../testing/socket-bench.ts'
import { openSessionSockets, type Peer, type SessionSockets } from './session-sockets.ts'

let bench: SocketBench
let sockets: SessionSockets
const heard: { readonly peer: Peer; readonly text: string }[] = []
const alice = buildSessionUser('alice', NATIONAL)
const bob = buildSessionUser('bob', NATIONAL)

beforeEach(async () => {
  heard.length = 0
  bench = createSocketBench()
  sockets = openSessionSockets(bench, {
    path: '/echo/:userId',
    onText(peer, text) {
      heard.push({ peer, text })
      if (text === 'flood') peer.send(JSON.stringify('x'.repeat(1_000_000)))
      else peer.send(JSON.stringify({ cmd: 'heartcheck' }))
      return text !== 'nonsense'
    },
  })
  await bench.listen()
})
afterEach(async () => {
  await sockets.stop()
  await bench.close()
})

const open = (user = alice) => bench.connect(user, `/echo/${user.userId}`)
const countOf = () => [...sockets.peers()].length

describe('[CA-116] handshake', () => {
  const at = (path: string) => `${bench.base()}${path}`
  const refused = (path: string, protocols: string[], headers = {}) => refusedStatus(at(path), protocols, headers)

  it.each(['/echo/user-alice', '/jeecg-boot/echo/user-alice'])(
    '%s takes the token as the only subprotocol and echoes it',
    async (path) => {
      const { socket } = await bench.connect(alice, path)
      expect(socket.protocol).toBe('token-session-alice')
    },
  )

  it('also takes the token from the query', async () => {
    bench.sessions.set('t', alice)
    const client = await openTextClient(at('/echo/user-alice?token=t'), [])
    expect(client.socket.protocol).toBe('')
    client.socket.terminate()
  })

  it("answers 401 without a valid token, 403 on another user's path or from another site's page", async () => {
    bench.sessions.set('t', alice)
    expect(await refused('/echo/user-alice', [])).toBe(401)
    expect(await refused('/echo/user-alice', ['wrong'])).toBe(401)
    expect(await refused('/echo/user-alice?token=wrong', [])).toBe(401)
    expect(await refused('/echo/user-bob', ['t'])).toBe(403)
    expect(await refused('/echo/user-alice', ['t'], { origin: 'https://evil.example' })).toBe(403)
    expect(await refused('/echo/user-alice/more', ['t'])).toBe(404)
    expect(countOf()).toBe(0)
  })

  it('accepts allowed origins and its own', async () => {
    for (const origin of ['https://console.example', bench.base().replace('ws:', 'http:')]) {
      const client = await bench.connect(alice, '/echo/user-alice', { origin })
      expect(client.socket.readyState).toBe(WebSocket.OPEN)
    }
  })

  it("accepts the user's own tenants only, else answers 401", async () => {
    bench.sessions.set('t', { ...alice, tenantId: 7 })
    expect(await refused('/echo/user-alice?tenant-id=8', ['t'])).toBe(401)
    expect(await refused('/echo/user-alice?tenant-id=x', ['t'])).toBe(401)
    const client = await openTextClient(at('/echo/user-alice?tenant-id=7'), ['t'])
    client.socket.terminate()
  })

  it('allows ten connections per user, answers 429 to the eleventh, and leaves other users alone', async () => {
    for (let n = 0; n < 10; n += 1) await open()
    expect(await refused('/echo/user-alice', ['token-session-alice'])).toBe(429)
    await open(bob)
    expect(countOf()).toBe(11)
  })

  it('also allows only ten when a hundred sessions are looked up concurrently', async () => {
    bench.sessions.set('t', alice)
    let asked = 0
    let letAllIn: () => void = () => undefined
    const allAsked = new Promise<void>((resolve) => {
      letAllIn = resolve
    })
    const crowd = openSessionSockets(
      {
        ...bench,
        async authenticate(...who) {
          asked += 1
          if (asked === 100) letAllIn()
          await allAsked
          return bench.authenticate(...who)
        },
      },
      { path: '/crowd/:userId', onText: () => true },
    )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => openTextClient(at('/crowd/user-alice'), ['t'])),
    )
    expect([...crowd.peers()]).toHaveLength(10)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await crowd.stop()
  })

  it('frees the seat of a closed connection', async () => {
    for (let n = 0; n < 10; n += 1) await open()
    bench.bus.publish('sessionsEnded', [alice.sessionId])
    await eventually(async () => expect((await open()).socket.readyState).toBe(WebSocket.OPEN))
  })
})

describe('[CA-116] end of session', () => {
  it('closes the sockets of a signed-out session at once and leaves others open', async () => {
    const [gone, stays] = [await open(), await open(bob)]
    bench.bus.publish('sessionsEnded', [alice.sessionId])
    expect(await gone.closed).toBe(1008)
    stays.send('x')
    await stays.take()
    expect(countOf()).toBe(1)
  })

  it('closes expired sessions at the check every minute', async () => {
    const client = await open()
    bench.clock.advance(30_000)
    client.send('x')
    await client.take()
    bench.sessions.clear()
    bench.clock.advance(30_000)
    expect(await client.closed).toBe(1008)
  })

  it('closes ended sessions as soon as an interrupted link to other processes is back', async () => {
    const client = await open()
    bench.sessions.clear()
    bench.bus.publish('missed', {})
    expect(await client.closed).toBe(1008)
  })

  it('applies changed rights to open connections', async () => {
    const client = await open()
    bench.sessions.set('token-session-alice', { ...alice, permissions: new Set() })
    bench.bus.publish('rightsChanged', [alice.userId])
    await eventually(() => expect([...sockets.peers()][0]?.user.permissions.size).toBe(0))
    client.socket.terminate()
  })
})

describe('client messages', () => {
  it('are limited to twenty a second, beyond which the connection is closed', async () => {
    const client = await open()
    for (let n = 0; n < 21; n += 1) client.send('x')
    expect(await client.closed).toBe(1008)
    expect(heard).toHaveLength(20)
  })

  it('may be malformed five times', async () => {
    const client = await open()
    for (let n = 0; n < 6; n += 1) client.send('nonsense')
    expect(await client.closed).toBe(1008)
  })

  it('in binary are ignored and count as malformed', async () => {
    const client = await open()
    client.socket.send(Buffer.from('x'), { binary: true })
    client.send('x')
    await client.take()
    expect(heard.map(({ text }) => text)).toEqual(['x'])
  })

  it('over 64 KB in one frame close the connection', async () => {
    const client = await open()
    client.send('x'.repeat(64 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })

  it('closes a client that does not read, with a backlog over 1 MB', async () => {
    const client = await open()
    client.socket.pause()
    for (let n = 0; n < 19; n += 1) client.send('flood')
    await eventually(() => expect(countOf()).toBe(0))
    client.socket.terminate()
  })

  it('closes a connection silent for a minute, and keeps one that answers pings', async () => {
    const client = await open()
    const [peer] = sockets.peers()
    bench.clock.advance(30_000)
    await once(client.socket, 'ping')
    client.socket.send('x')
    await client.take()
    expect([...sockets.peers()]).toEqual([peer])
    client.socket.pause()
    bench.clock.advance(60_000)
    await eventually(() => expect(countOf()).toBe(0))
  })
})

it('on stop closes with 1001 and answers new connections with 503', async () => {
  const client = await open()
  const stopped = sockets.stop()
  expect(await client.closed).toBe(1001)
  await stopped
  expect(await refusedStatus(`${bench.base()}/echo/user-alice`, ['token-session-alice'])).toBe(503)
})
