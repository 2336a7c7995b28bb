import { expect, test } from 'vitest'
import { liveMessage, liveRequest } from './live.ts'

test.each([
  { op: 'sub', id: 's1', topic: 'ch', keys: [1201, 1202], maxHz: 2 },
  { op: 'sub', id: 's2', topic: 'dev', ids: ['a'], region: '32' },
  { op: 'sub', id: 's3', topic: 'kind', kind: 'gas', maxHz: 1 },
  { op: 'sub', id: 's4', topic: 'home' },
  { op: 'sub', id: 's5', topic: 'wall', screenId: 'w1' },
  { op: 'unsub', id: 's1' },
  { op: 'ping' },
])('a client may send %j', (request) => {
  expect(liveRequest.parse(request)).toEqual(request)
})

test('frames come once a second by default', () => {
  expect(liveRequest.parse({ op: 'sub', id: 's', topic: 'ch', keys: [1] })).toMatchObject({ maxHz: 1 })
})

test.each([
  { op: 'sub', id: 's', topic: 'wall' },
  { op: 'sub', id: 's', topic: 'alarm', lastEventId: -1 },
  { op: 'sub', id: 's', topic: 'ch', keys: [] },
  { op: 'sub', id: 's', topic: 'ch', keys: Array.from({ length: 501 }, (_, index) => index + 1) },
  { op: 'sub', id: 's', topic: 'ch', keys: ['1'] },
  { op: 'sub', id: '', topic: 'home' },
  { op: 'sub', id: 's', topic: 'ch', keys: [1], maxHz: 1_000 },
  { op: 'update' },
])('a client may not send %j', (request) => {
  expect(liveRequest.safeParse(request).success).toBe(false)
})

test('the frames of domain §8 are accepted', () => {
  const frames = [
    { t: 'snap', id: 's1', d: [[1201, 1_795_234_800_000, 0.42, 0]] },
    { t: 'ch', id: 's1', d: [[1201, 1_795_234_800_000, 0.42, 0]], dropped: 3 },
    { t: 'dev', id: 's2', d: [{ id: 'a', st: 'online', ls: null }] },
    { t: 'bye', reason: 'slow' },
  ]
  for (const frame of frames) expect(liveMessage.parse(frame)).toEqual(frame)
})
