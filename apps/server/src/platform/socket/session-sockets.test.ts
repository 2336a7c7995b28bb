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

describe('[CA-116] 握手', () => {
  const at = (path: string) => `${bench.base()}${path}`
  const refused = (path: string, protocols: string[], headers = {}) => refusedStatus(at(path), protocols, headers)

  it.each(['/echo/user-alice', '/jeecg-boot/echo/user-alice'])('%s：令牌作为唯一子协议，原样返回', async (path) => {
    const { socket } = await bench.connect(alice, path)
    expect(socket.protocol).toBe('token-session-alice')
  })

  it('令牌也可在查询里', async () => {
    bench.sessions.set('t', alice)
    const client = await openTextClient(at('/echo/user-alice?token=t'), [])
    expect(client.socket.protocol).toBe('')
    client.socket.terminate()
  })

  it('没有或无效的令牌 401，别人的路径 403，他站的页面 403', async () => {
    bench.sessions.set('t', alice)
    expect(await refused('/echo/user-alice', [])).toBe(401)
    expect(await refused('/echo/user-alice', ['wrong'])).toBe(401)
    expect(await refused('/echo/user-alice?token=wrong', [])).toBe(401)
    expect(await refused('/echo/user-bob', ['t'])).toBe(403)
    expect(await refused('/echo/user-alice', ['t'], { origin: 'https://evil.example' })).toBe(403)
    expect(await refused('/echo/user-alice/more', ['t'])).toBe(404)
    expect(countOf()).toBe(0)
  })

  it('许可的来源与本站可以', async () => {
    for (const origin of ['https://console.example', bench.base().replace('ws:', 'http:')]) {
      const client = await bench.connect(alice, '/echo/user-alice', { origin })
      expect(client.socket.readyState).toBe(WebSocket.OPEN)
    }
  })

  it('租户只能是自己的，否则 401', async () => {
    bench.sessions.set('t', { ...alice, tenantId: 7 })
    expect(await refused('/echo/user-alice?tenant-id=8', ['t'])).toBe(401)
    expect(await refused('/echo/user-alice?tenant-id=x', ['t'])).toBe(401)
    const client = await openTextClient(at('/echo/user-alice?tenant-id=7'), ['t'])
    client.socket.terminate()
  })

  it('每人最多十条连接，第十一条 429，别人不受影响', async () => {
    for (let n = 0; n < 10; n += 1) await open()
    expect(await refused('/echo/user-alice', ['token-session-alice'])).toBe(429)
    await open(bob)
    expect(countOf()).toBe(11)
  })

  it('一百个握手的会话同时查到，也只有十条', async () => {
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

  it('断开的连接让出位置', async () => {
    for (let n = 0; n < 10; n += 1) await open()
    bench.bus.publish('sessionsEnded', [alice.sessionId])
    await eventually(async () => expect((await open()).socket.readyState).toBe(WebSocket.OPEN))
  })
})

describe('[CA-116] 会话结束', () => {
  it('注销的会话立即断开，别的会话留下', async () => {
    const [gone, stays] = [await open(), await open(bob)]
    bench.bus.publish('sessionsEnded', [alice.sessionId])
    expect(await gone.closed).toBe(1008)
    stays.send('x')
    await stays.take()
    expect(countOf()).toBe(1)
  })

  it('到期的会话由每分钟的检查断开', async () => {
    const client = await open()
    bench.clock.advance(30_000)
    client.send('x')
    await client.take()
    bench.sessions.clear()
    bench.clock.advance(30_000)
    expect(await client.closed).toBe(1008)
  })

  it('与其他进程的连接中断过，恢复后立即断开已结束的会话', async () => {
    const client = await open()
    bench.sessions.clear()
    bench.bus.publish('missed', {})
    expect(await client.closed).toBe(1008)
  })

  it('权限改变后连接按新权限', async () => {
    const client = await open()
    bench.sessions.set('token-session-alice', { ...alice, permissions: new Set() })
    bench.bus.publish('rightsChanged', [alice.userId])
    await eventually(() => expect([...sockets.peers()][0]?.user.permissions.size).toBe(0))
    client.socket.terminate()
  })
})

describe('客户端的消息', () => {
  it('每秒二十条，更多则断开', async () => {
    const client = await open()
    for (let n = 0; n < 21; n += 1) client.send('x')
    expect(await client.closed).toBe(1008)
    expect(heard).toHaveLength(20)
  })

  it('看不懂的容忍五次', async () => {
    const client = await open()
    for (let n = 0; n < 6; n += 1) client.send('nonsense')
    expect(await client.closed).toBe(1008)
  })

  it('二进制的不理会，算看不懂', async () => {
    const client = await open()
    client.socket.send(Buffer.from('x'), { binary: true })
    client.send('x')
    await client.take()
    expect(heard.map(({ text }) => text)).toEqual(['x'])
  })

  it('超过 64 KB 的一帧断开连接', async () => {
    const client = await open()
    client.send('x'.repeat(64 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })

  it('不读的客户端，积压超过 1 MB 即断开', async () => {
    const client = await open()
    client.socket.pause()
    for (let n = 0; n < 19; n += 1) client.send('flood')
    await eventually(() => expect(countOf()).toBe(0))
    client.socket.terminate()
  })

  it('一分钟没有声息的断开，应答 ping 的留下', async () => {
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

it('停止时以 1001 断开，新的连接 503', async () => {
  const client = await open()
  const stopped = sockets.stop()
  expect(await client.closed).toBe(1001)
  await stopped
  expect(await refusedStatus(`${bench.base()}/echo/user-alice`, ['token-session-alice'])).toBe(503)
})
