import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { createHandClock } from '../../testing/hand-clock.ts'
import { startSocketPeer } from '../../testing/socket-peer.ts'
import { createNoticeSocket } from './notice-socket.ts'

type Peer = Awaited<ReturnType<typeof startSocketPeer>>

let peer: Peer
let clock: ReturnType<typeof createHandClock>
const heard = { onNotice: vi.fn(), onRights: vi.fn(), onResync: vi.fn(), onOdd: vi.fn() }
const ended: (() => void)[] = []

beforeEach(async () => {
  peer = await startSocketPeer()
  clock = createHandClock()
  for (const listener of Object.values(heard)) listener.mockReset()
})
afterEach(async () => {
  for (const end of ended.splice(0)) end()
  await peer.stop()
})

function startSocket() {
  const socket = createNoticeSocket({
    ...clock,
    ...heard,
    open: () => new WebSocket(`${peer.base}/websocket/u1`, 'token-1'),
  })
  ended.push(socket.stop)
  socket.start()
  /** Resolves when the client has reached the phase. */
  const reached = (phase: string) => eventually(() => expect(socket.phase()).toBe(phase))
  return { socket, reached }
}

/** Connects both ends. */
async function connect() {
  const { socket, reached } = startSocket()
  const connection = await peer.accepted()
  await reached('open')
  return { socket, reached, connection }
}

/** Waits until the client has processed all earlier messages. */
async function untilHeard(connection: Awaited<ReturnType<Peer['accepted']>>) {
  const before = heard.onNotice.mock.calls.length
  connection.say('{"cmd":"topic","msgTxt":"","msgId":"last"}')
  await eventually(() => expect(heard.onNotice.mock.calls.length).toBe(before + 1))
}

describe('the notice socket', () => {
  it('[CA-117] connects to the path of its user with the token as the subprotocol', async () => {
    const { connection } = await connect()
    expect(connection.path).toBe('/websocket/u1')
    expect(connection.protocol).toBe('token-1')
  })

  it('[CA-118] sends HeartBeat 20 s after the last message, not before, and passes on command, text and id', async () => {
    const { connection } = await connect()
    clock.advance(15_000)
    connection.say('{"cmd":"user","msgTxt":"限值表已更新","msgId":"n1","userId":"u1","more":{}}')
    await eventually(() => expect(heard.onNotice).toHaveBeenCalledWith({ id: 'n1', text: '限值表已更新' }))
    expect(clock.pending()).toEqual([20_000])
    clock.advance(19_999)
    expect(clock.pending()).toEqual([1])
    clock.advance(1)
    expect(await connection.heard()).toBe('HeartBeat')
    connection.say('{"cmd":"heartcheck","msgTxt":""}')
    await eventually(() => expect(clock.pending()).toEqual([20_000]))
    expect(heard.onNotice).toHaveBeenCalledOnce()
    expect(heard.onOdd).not.toHaveBeenCalled()
  })

  it('[CA-119] reconnects 20 s after a loss and stops after the fifth error, counted anew after an open', async () => {
    const { reached, connection, socket } = await connect()
    /** Fails this many attempts, each 20 s after the previous one. */
    const failTimes = async (errors: number) => {
      for (let error = 1; error <= errors; error += 1) {
        expect(clock.pending()).toEqual([20_000])
        clock.advance(20_000)
        await reached(error < 5 ? 'waiting' : 'closed')
      }
    }
    peer.refuse(true)
    connection.hangUp()
    await reached('waiting')
    await failTimes(4)
    peer.refuse(false)
    clock.advance(20_000)
    const again = await peer.accepted()
    await reached('open')
    peer.refuse(true)
    again.hangUp()
    await reached('waiting')
    await failTimes(5)
    expect(clock.pending()).toEqual([])
    expect(peer.attempts()).toBe(1 + 4 + 1 + 5)

    peer.refuse(false)
    socket.wake()
    await peer.accepted()
    await reached('open')
  })

  it('treats an unresponsive server as gone, and never holds two connections', async () => {
    const { connection, reached } = await connect()
    clock.advance(20_000)
    expect(await connection.heard()).toBe('HeartBeat')
    clock.advance(40_000)
    await reached('waiting')
    await connection.gone
    clock.advance(20_000)
    await peer.accepted()
    await reached('open')
    expect(peer.size()).toBe(1)
  })

  it('reconnects at once when woken and resyncs', async () => {
    const { socket, connection, reached } = await connect()
    socket.wake()
    await peer.accepted()
    await connection.gone
    await reached('open')
    expect(heard.onResync).toHaveBeenCalledOnce()
    expect(peer.size()).toBe(1)
    expect(clock.pending()).toEqual([20_000])
  })

  it('[CA-118] ignores non-JSON, non-objects and other commands, and evaluates none of it', async () => {
    const { connection } = await connect()
    const odd = ['nonsense', '(globalThis.hacked = 1)', '[]', 'null', '{"msgTxt":"no command"}']
    for (const text of [...odd, '{"cmd":"email","msgTxt":"x"}', '{"cmd":7}']) connection.say(text)
    await untilHeard(connection)
    expect(heard.onNotice).toHaveBeenCalledExactlyOnceWith({ id: 'last', text: '' })
    expect(heard.onOdd.mock.calls.map(([text]) => text)).toEqual([...odd, '{"cmd":7}'])
    expect(globalThis).not.toHaveProperty('hacked')
  })

  it('reports changed rights of its user', async () => {
    const { connection } = await connect()
    connection.say('{"cmd":"rights","msgTxt":""}')
    await eventually(() => expect(heard.onRights).toHaveBeenCalledOnce())
    expect(heard.onNotice).not.toHaveBeenCalled()
  })

  it('disconnects on stop and stays disconnected', async () => {
    const { socket, connection } = await connect()
    socket.stop()
    await connection.gone
    expect(clock.pending()).toEqual([])
    expect(peer.attempts()).toBe(1)
  })
})
