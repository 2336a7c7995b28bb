import { describe, expect, it } from 'vitest'
import { PacketError, PacketGuard } from './packet-guard.ts'

const PUBLISH = 0x32
const DISCONNECT = 0xe0

/** A packet with a body of `length` bytes, encoded in MQTT's variable form. */
function packet(type: number, length: number, bodyBytes = length): Buffer {
  const head = [type]
  let rest = length
  do {
    head.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bodyBytes)])
}

describe('PacketGuard', () => {
  it.each([1, 2, 3, 7, 1_000])('parses packets of all lengths in chunks of %i bytes', (chunkBytes) => {
    const guard = new PacketGuard(300_000, 300_000)
    const stream = Buffer.concat([0, 1, 127, 128, 16_383, 16_384, 200_000].map((length) => packet(PUBLISH, length)))
    for (let at = 0; at < stream.length; at += chunkBytes) guard.inspect(stream.subarray(at, at + chunkBytes))
    expect(guard.sawDisconnect).toBe(false)
    guard.inspect(packet(DISCONNECT, 0))
    expect(guard.sawDisconnect).toBe(true)
  })

  it('refuses a packet by its announced length, before its body arrives', () => {
    const guard = new PacketGuard(256 * 1024, 4_096)
    guard.inspect(packet(0x10, 50))
    guard.inspect(packet(PUBLISH, 256 * 1024))
    expect(() => guard.inspect(packet(PUBLISH, 10 * 1024 * 1024, 0))).toThrow(PacketError)
  })

  it('applies a separate limit to the first, unauthenticated packet', () => {
    expect(() => new PacketGuard(256 * 1024, 4_096).inspect(packet(0x10, 4_097, 0))).toThrow(PacketError)
  })

  it('refuses a length encoded in more than four bytes', () => {
    const guard = new PacketGuard(256 * 1024, 4_096)
    expect(() => guard.inspect(Buffer.of(PUBLISH, 0x80, 0x80, 0x80, 0x80))).toThrow(PacketError)
  })
})
