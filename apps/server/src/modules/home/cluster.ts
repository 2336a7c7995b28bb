import type { MapCluster, MapPoint } from '@natim/contract/mon/home'
import { clusterPoints } from '@natim/domain/map-cluster'
import { countByStatus } from './counters.ts'

/** Devices of a map by status and gravest alarm, where they would overlap. */
export const clusterDevices = (points: readonly MapPoint[], zoom: number): (MapPoint | MapCluster)[] =>
  clusterPoints(points, zoom, (members, middle) => ({
    type: 'cluster' as const,
    ...middle,
    count: members.length,
    byStatus: countByStatus(members, (point) => point.status),
    ...worstOf(members),
  }))

function worstOf(points: readonly MapPoint[]): Pick<MapCluster, 'severity'> {
  const [worst] = points.flatMap(({ severity }) => severity ?? []).toSorted((a, b) => a - b)
  return worst === undefined ? {} : { severity: worst }
}
