import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeMessage, encodeMessage } from './bus-codec.ts'

const int32 = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const commit = fc.record({ stream: fc.nat(15), seq: fc.integer({ min: 0, max: 2 ** 45 }), points: int32 })
const row = fc.tuple(int32, int32, fc.integer({ min: 0, max: 2 ** 45 }), fc.double({ noNaN: true }), fc.nat(4_095))

describe('points encoded as bytes', () => {
  test('round-trip, also from the middle of a larger buffer', () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(commit, { maxLength: 16 }), fc.nat(9), (rows, commits, shift) => {
        const points = {
          commits,
          deviceIds: rows.map(([deviceId]) => deviceId),
          channelNos: rows.map(([, channelNo]) => channelNo),
          tsMs: rows.map(([, , ts]) => ts),
          values: rows.map(([, , , v]) => v),
          flags: rows.map(([, , , , q]) => q),
        }
        const bytes = encodeMessage('points', points)
        expect(bytes).toHaveLength(8 + 24 * commits.length + 28 * rows.length)
        const packet = Buffer.alloc(shift + bytes.length)
        packet.set(bytes, shift)
        expect(decodeMessage('points', packet.subarray(shift))).toEqual(points)
      }),
    )
  })

  test.each([[new Uint8Array(0)], [new Uint8Array(7)], [new Uint8Array(9)], [Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0)]])(
    'are refused when the bytes hold no points',
    (bytes) => {
      expect(() => decodeMessage('points', bytes)).toThrow('holds no')
    },
  )
})

test('encodes other messages as JSON', () => {
  const bytes = encodeMessage('sessionsEnded', ['1', '2'])
  expect(decodeMessage('sessionsEnded', bytes)).toEqual(['1', '2'])
})
