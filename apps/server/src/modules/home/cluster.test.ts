import type { MapPoint } from '@natim/contract/mon/home'
import { expect, test } from 'vitest'
import { clusterDevices } from './cluster.ts'

const point = (id: number, given: Partial<MapPoint> = {}): MapPoint => ({
  type: 'device',
  id: String(id),
  name: `设备${id}`,
  kind: 'air',
  status: id % 4 === 0 ? 'offline' : 'online',
  stationId: null,
  lng: 120 + (id % 20) * 0.001,
  lat: 30,
  ...given,
})

test('a group counts its devices by status and carries their highest alarm severity', () => {
  const crowd = Array.from({ length: 400 }, (_, id) => point(id))
  const [calm] = clusterDevices(crowd, 5)
  expect(calm).toMatchObject({ type: 'cluster', count: 400, byStatus: { online: 300, offline: 100, fault: 0 } })
  expect(calm?.severity).toBeUndefined()
  const alarmed = crowd.map((one, id) => (id < 3 ? { ...one, severity: ([4, 2, 5] as const)[id] ?? 5 } : one))
  expect(clusterDevices(alarmed, 5)[0]?.severity).toBe(2)
})
