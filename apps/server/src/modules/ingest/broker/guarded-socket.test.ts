import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { GuardedSocket } from './guarded-socket.ts'
import { Gate } from './read-gate.ts'

const PACKET_BYTES = 64 * 1024
const PACKETS = 200

let server: Server
let peer: Socket
let accepted: Socket
let gate: Gate
let guarded: GuardedSocket
let received: number

beforeEach(async () => {
  gate = new Gate()
  received = 0
  server = createServer({ noDelay: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  peer = connect((server.address() as AddressInfo).port, '127.0.0.1')
  peer.on('error', () => undefined)
  ;[accepted] = (await once(server, 'connection')) as [Socket]
})
afterEach(async () => {
  guarded.destroy()
  peer.destroy()
  server.close()
})

/** Reads like Aedes: everything available, whenever readable. */
function open(): void {
  guarded = new GuardedSocket(accepted, gate, () => undefined)
  guarded.on('error', () => undefined)
  guarded.on('readable', () => {
    for (let chunk = guarded.read(); chunk !== null; chunk = guarded.read()) received += chunk.length
  })
}

/** Empty PUBLISH packets of QoS 0. */
function packets(count: number): Buffer {
  const body = PACKET_BYTES - 4
  const head = Buffer.from([
    0x30,
    (body % 128) | 0x80,
    (Math.floor(body / 128) % 128) | 0x80,
    Math.floor(body / 16_384),
  ])
  return Buffer.concat(Array.from({ length: count }, () => Buffer.concat([head, Buffer.alloc(body)])))
}

const CONNECT = Buffer.from([0x10, 0])

describe('GuardedSocket', () => {
  it('reads nothing while the gate is closed, and everything once it opens', async () => {
    open()
    peer.write(CONNECT)
    await eventually(() => expect(received).toBe(CONNECT.length))
    gate.set(false)
    const written = new Promise((resolve) => peer.write(packets(PACKETS), resolve))
    // The kernel's buffers fill up; the socket itself reads one chunk and no more.
    await eventually(() => expect(peer.writableLength).toBeGreaterThan(0))
    await eventually(() => expect(accepted.bytesRead).toBeGreaterThan(CONNECT.length))
    expect(accepted.isPaused()).toBe(true)
    expect(accepted.bytesRead).toBeLessThan(4 * PACKET_BYTES)
    gate.set(true)
    await written
    await eventually(() => expect(received).toBe(CONNECT.length + PACKETS * PACKET_BYTES))
  })

  it('ends the connection at the header of a packet over the limit', async () => {
    open()
    peer.write(CONNECT)
    peer.write(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x05]))
    await once(peer, 'close')
    expect(guarded.destroyed).toBe(true)
  })

  it('delivers the last write to the peer', async () => {
    open()
    const answer = once(peer, 'data')
    guarded.write(Buffer.from([0x20, 2, 0, 4]))
    guarded.destroy()
    expect((await answer)[0]).toEqual(Buffer.from([0x20, 2, 0, 4]))
  })

  it('knows whether the peer sent DISCONNECT', async () => {
    open()
    peer.write(CONNECT)
    peer.end(Buffer.from([0xe0, 0]))
    await once(guarded, 'close')
    expect(guarded.sawDisconnect).toBe(true)
  })
})
