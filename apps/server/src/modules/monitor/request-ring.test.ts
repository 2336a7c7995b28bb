import { REQUESTS_SHOWN, type SeenRequest } from '@natim/contract/system/monitor'
import { expect, it } from 'vitest'
import { RequestRing } from './request-ring.ts'

const request = (n: number, failure: string | null = null): SeenRequest => ({
  id: `r${n}`,
  atMs: n,
  method: 'GET',
  route: '/sys/x',
  status: 200,
  durationMs: 1,
  username: null,
  failure,
})
const ids = (rows: readonly SeenRequest[]) => rows.map(({ id }) => id)

it('returns the newest first, even before it is full', () => {
  const ring = new RequestRing(3)
  expect(ring.newest()).toEqual([])
  ring.add(request(1))
  ring.add(request(2))
  expect(ids(ring.newest())).toEqual(['r2', 'r1'])
})

it('[SY-64] never exceeds its capacity', () => {
  const ring = new RequestRing(3)
  for (let n = 1; n <= 7; n += 1) ring.add(request(n))
  expect(ring.size).toBe(3)
  expect(ids(ring.newest())).toEqual(['r7', 'r6', 'r5'])
})

it('finds failures behind more successful requests than are listed', () => {
  const ring = new RequestRing()
  ring.add(request(0, 'service.failed'))
  for (let n = 1; n <= REQUESTS_SHOWN; n += 1) ring.add(request(n))
  expect(ring.newest()).toHaveLength(REQUESTS_SHOWN)
  expect(ids(ring.newest())).not.toContain('r0')
  expect(ids(ring.newest({ isFailed: true }))).toEqual(['r0'])
})
