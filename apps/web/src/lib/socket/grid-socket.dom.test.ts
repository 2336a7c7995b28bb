import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { createHandClock } from '../../testing/hand-clock.ts'
import { type PeerConnection, startSocketPeer } from '../../testing/socket-peer.ts'
import { createGridSocket } from './grid-socket.ts'

let peer: Awaited<ReturnType<typeof startSocketPeer>>
let clock: ReturnType<typeof createHandClock>
const onOdd = vi.fn()
const ended: (() => void)[] = []

beforeEach(async () => {
  peer = await startSocketPeer()
  clock = createHandClock()
  onOdd.mockReset()
})
afterEach(async () => {
  for (const end of ended.splice(0)) end()
  await peer.stop()
})

function createSocket() {
  let endSession: () => void = () => undefined
  const socket = createGridSocket({
    ...clock,
    onOdd,
    open: () => new WebSocket(`${peer.base}/vxeSocket/u1/0123456789abcdef0123456789abcdef`, 'token-1'),
    follow: (link) => {
      endSession = link.stop
      link.start()
      return link.stop
    },
  })
  ended.push(() => endSession())
  return { socket, endSession: () => endSession() }
}

const grid = () => ({ onRow: vi.fn(), onResync: vi.fn() })
const isReplied = () => eventually(() => expect(clock.pending()).toEqual([10_000]))

/** Connects one grid and answers the first heartbeat. */
async function connect(listener = grid()) {
  const { socket, endSession } = createSocket()
  const leave = socket.subscribe('device', 'case-1', listener)
  const connection = await peer.accepted()
  expect(await connection.heard()).toBe('{"type":"heart_beat","data":""}')
  connection.say('{"type":"heart_beat","data":true}')
  await isReplied()
  return { socket, endSession, leave, connection }
}

/** Waits until the client has processed all earlier messages: it answers a later heartbeat. */
async function untilHeard(socket: ReturnType<typeof createGridSocket>, connection: PeerConnection) {
  const marker = vi.fn()
  const unbind = socket.bind('marker', marker)
  connection.say('{"type":"common_send_date","data":{"key":"marker","args":[]}}')
  await eventually(() => expect(marker).toHaveBeenCalledOnce())
  unbind()
}

const update = (socketKey: string, row: object, caseId: string) =>
  JSON.stringify({ type: 'update_vxe_table', data: { socketKey, args: [row, caseId] } })

describe('the grid socket', () => {
  it('[CA-110] opens one connection for all grids of the page, at its path and with the token', async () => {
    const { socket, connection } = await connect()
    socket.subscribe('station', 'case-2', grid())
    socket.bind('key', () => undefined)
    await untilHeard(socket, connection)
    expect(peer.attempts()).toBe(1)
    expect(connection.path).toBe('/vxeSocket/u1/0123456789abcdef0123456789abcdef')
    expect(connection.protocol).toBe('token-1')
  })

  it('[CA-111] logs and ignores messages of unknown type', async () => {
    const listener = grid()
    const { socket, connection } = await connect(listener)
    const odd = ['nonsense', '{"type":"other","data":1}', '{"type":"update_vxe_table","data":{"socketKey":"device"}}']
    for (const text of odd) connection.say(text)
    await untilHeard(socket, connection)
    expect(onOdd.mock.calls.map(([text]) => text)).toEqual(odd)
    expect(listener.onRow).not.toHaveBeenCalled()
  })

  it('[CA-112] patches the grids of the same key, except the origin of the change', async () => {
    const own = grid()
    const { socket, connection } = await connect(own)
    const twin = grid()
    const other = grid()
    socket.subscribe('device', 'case-2', twin)
    socket.subscribe('station', 'case-3', other)
    socket.sendRow('device', 'case-1', { id: 'r1', name: '新名称' })
    const sent = await connection.heard()
    expect(sent).toBe(update('device', { id: 'r1', name: '新名称' }, 'case-1'))
    connection.say(sent)
    await untilHeard(socket, connection)
    expect(own.onRow).not.toHaveBeenCalled()
    expect(other.onRow).not.toHaveBeenCalled()
    expect(twin.onRow).toHaveBeenCalledExactlyOnceWith({ id: 'r1', name: '新名称' })
  })

  it('[CA-113] calls every handler bound to a key, until it is unbound', async () => {
    const { socket, connection } = await connect()
    const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
    socket.bind('reload', first)
    const unbind = socket.bind('reload', second)
    socket.bind('else', other)
    const push = '{"type":"common_send_date","data":{"key":"reload","args":["a",2]}}'
    connection.say(push)
    await untilHeard(socket, connection)
    unbind()
    connection.say(push)
    await untilHeard(socket, connection)
    expect(first.mock.calls).toEqual([
      ['a', 2],
      ['a', 2],
    ])
    expect(second).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  it('[CA-114] sends heartbeats after open and 10 s after each reply, and reconnects after 6 s without a reply', async () => {
    const { socket, connection } = await connect()
    clock.advance(9_999)
    expect(clock.pending()).toEqual([1])
    clock.advance(1)
    expect(await connection.heard()).toBe('{"type":"heart_beat","data":""}')
    // Other messages do not count as a reply.
    connection.say(update('device', { id: 'r1' }, 'case-9'))
    await untilHeard(socket, connection)
    expect(clock.pending()).toEqual([6_000])
    clock.advance(6_000)
    await connection.gone
    clock.advance(5_000)
    expect(await (await peer.accepted()).heard()).toBe('{"type":"heart_beat","data":""}')
  })

  it('[CA-115] reconnects 5 s after a close and after each error, with one connection and one timer', async () => {
    const listener = grid()
    const { socket, connection } = await connect(listener)
    const reached = (phase: string) => eventually(() => expect(socket.phase()).toBe(phase))
    peer.refuse(true)
    connection.hangUp()
    await reached('waiting')
    // Far beyond the error limit of the notice socket: this one never gives up.
    for (let error = 1; error <= 7; error += 1) {
      expect(clock.pending()).toEqual([5_000])
      clock.advance(5_000)
      await reached('waiting')
    }
    expect(peer.attempts()).toBe(8)
    peer.refuse(false)
    clock.advance(5_000)
    await peer.accepted()
    await reached('awaiting-reply')
    expect(peer.size()).toBe(1)
    expect(clock.pending()).toEqual([6_000])
    expect(listener.onResync).toHaveBeenCalledOnce()
  })

  it('[CA-115] stops after logout', async () => {
    const { endSession, connection, socket } = await connect()
    endSession()
    await connection.gone
    expect(socket.phase()).toBe('idle')
    expect(clock.pending()).toEqual([])
  })

  it('disconnects after the last grid left, but not during a tab switch', async () => {
    const { socket, leave, connection } = await connect()
    leave()
    const leaveNext = socket.subscribe('station', 'case-2', grid())
    await Promise.resolve()
    expect(socket.phase()).toBe('open')
    leaveNext()
    await connection.gone
    expect(clock.pending()).toEqual([])
    expect(peer.attempts()).toBe(1)
  })
})
