import type { SimulatedAlarm } from '@natim/contract/mon/rule'
import { type Cluster, type ClusterChild, playClusters } from '@natim/domain/alarm/cluster'
import { type ClusterBranch, clusterOf, type RuleBody } from '@natim/domain/alarm/rule'
import { unitsText } from '@natim/domain/alarm/sentence'
import { formatExact } from '@natim/domain/format'
import type { Fired } from './channel-run.ts'
import type { ScopedChannel } from './scope.ts'

/** Alarms that a rule would have raised on one channel. */
export interface FiredBy {
  readonly scoped: ScopedChannel
  readonly fired: readonly Fired[]
}

interface Child extends ClusterChild {
  readonly scoped: ScopedChannel
  readonly fired: Fired
}

export interface SimulatedClusters {
  readonly alarms: readonly Omit<SimulatedAlarm, 'reality' | 'change'>[]
  /** Alarms folded into one of the clusters. */
  readonly folded: ReadonlySet<Fired>
}

const NONE: SimulatedClusters = { alarms: [], folded: new Set() }

/** Simulates the clusters that the engine would have raised. */
export function simulateClusters(body: RuleBody, all: readonly FiredBy[], toMs: number): SimulatedClusters {
  const cluster = clusterOf(body)
  if (!cluster) return NONE
  const { branch } = cluster
  const children = all.flatMap(({ scoped, fired }) => fired.flatMap((one) => childOf(branch, scoped, one) ?? []))
  const played = playClusters(branch, children, [])
  const isFolded = ({ fired }: Child) => fired.severity >= branch.severity
  return {
    alarms: played.flatMap((one) => alarmOf(branch, one, body.autoClear ? toMs : Number.NEGATIVE_INFINITY) ?? []),
    folded: new Set(played.flatMap((one) => one.children.filter(isFolded).map(({ fired }) => fired))),
  }
}

function childOf({ of }: ClusterBranch, scoped: ScopedChannel, fired: Fired): Child | undefined {
  const { device, channel } = scoped
  const { id, station, lng, lat } = device
  // Alarms found only with late data are not folded.
  if (lng === null || lat === null || fired.isHistoric === true) return undefined
  return {
    key: String(channel.channelNo),
    unit: of === 'station' ? (station?.id ?? id) : id,
    lng,
    lat,
    sinceMs: fired.triggerMs,
    endMs: fired.endMs,
    scoped,
    fired,
  }
}

function alarmOf({ of, count, radiusKm, severity }: ClusterBranch, one: Cluster<Child>, toMs: number) {
  const [first] = one.children
  if (!first) return undefined
  const { device } = first.scoped
  return {
    deviceId: device.id,
    deviceName: device.name,
    stationName: device.station?.name ?? null,
    channelNo: null,
    severity,
    triggerMs: one.triggerMs,
    endMs: one.endMs <= toMs ? one.endMs : null,
    value: null,
    limitText: `${formatExact(radiusKm)} km 内达到 ${unitsText({ of, count })}`,
    childCount: one.children.length,
    isFolded: false,
  }
}
