import type { MapCluster, MapPoint } from '@natim/contract/mon/home'
import { clusterPoints } from '@natim/domain/map-cluster'
import { countByStatus } from './counters.ts'

/** Groups map devices that would overlap, by status and highest alarm severity. */
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
