import { type Cluster, playClusters } from '@natim/domain/alarm/cluster'
import { type ClusterBranch, clusterOf } from '@natim/domain/alarm/rule'
import { HOUR_MS, SECOND_MS } from '@natim/domain/time'
import type { Tx } from '../../../platform/db/db.ts'
import type { RuleInForce } from '../../alarm-rule/index.ts'
import type { DeviceEntry } from '../../live/index.ts'
import { lockNewest, type StoredAlarm } from '../alarm.repository.ts'
import { SYSTEM } from '../alarm-log.ts'
import { type AlarmChange, changeAlarms, type WrittenEntry } from '../alarm-writer.ts'
import { applySteps, type StepContext } from './apply-steps.ts'
import { findFormer, lockCounting } from './cluster.repository.ts'
import { type CountedAlarm, clusterStep } from './cluster-words.ts'
import { endStep } from './conditions.ts'
import type { EngineState } from './state.ts'
import { suppressionOf } from './suppression.ts'
import { clusterKey, type PendingStep, type Target } from './target.ts'

interface Scene {
  readonly rule: RuleInForce
  readonly branch: ClusterBranch
  readonly index: number
  readonly state: EngineState
}

/**
 * Raises and ends the clusters of a rule, and folds alarms into them, based on the database only: each process sees
 * what others wrote. Requires the lock of {@link lockClusters}.
 */
export async function foldClusters(
  trx: Tx,
  rule: RuleInForce,
  state: EngineState,
  context: StepContext,
): Promise<WrittenEntry[]> {
  const cluster = clusterOf(rule.body)
  if (!cluster) return []
  const scene = { rule, ...cluster, state }
  const { branch } = cluster
  // Ended alarms still count for the time they were active, even when the end became known late.
  const reachMs = Math.max(branch.withinS, branch.clearForS) * SECOND_MS + HOUR_MS
  const alarms = await lockCounting(trx, rule.id, context.nowMs - reachMs)
  const open = alarms.filter(({ isCluster }) => isCluster)
  const known = open.map(({ id, triggerTs, reopenedTs }) => ({ id, triggerMs: (reopenedTs ?? triggerTs).getTime() }))
  const played = playClusters(branch, await countedOf(trx, alarms, scene), known).filter(
    (one) => one.id !== undefined || suppressionOf(state.windows, targetOf(scene, one)) !== 'hide',
  )
  const steps = played.flatMap((one) => stepsOf(scene, one, open, context.nowMs))
  const written = steps.length > 0 ? await applySteps(trx, steps, context) : []
  const keyOf = (one: Cluster<CountedAlarm>) =>
    open.find(({ id }) => id === one.id)?.dedupeKey ?? targetOf(scene, one).key
  const joining = played
    .map((one) => ({ ...one, key: keyOf(one), fresh: one.children.filter(({ clusterId }) => clusterId === undefined) }))
    .filter(({ fresh }) => fresh.length > 0)
  return [...written, ...(await join(trx, joining, context.nowMs))]
}

async function countedOf(trx: Tx, alarms: readonly StoredAlarm[], { branch, state }: Scene): Promise<CountedAlarm[]> {
  const openIds = new Set(alarms.flatMap(({ id, isCluster }) => (isCluster ? [id] : [])))
  const single = alarms.filter(({ isCluster }) => !isCluster)
  const former = await findFormer(
    trx,
    single.flatMap(({ parentId }) => parentId ?? []),
  )
  return single.flatMap((alarm) => {
    const device = state.plan.deviceByNo.get(alarm.deviceNo ?? 0)
    if (!device || device.lng === null || device.lat === null) return []
    const { parentId, active, clearedTs, triggerTs, reopenedTs } = alarm
    const isMember = parentId !== null && openIds.has(parentId)
    const since = isMember ? triggerTs : (reopenedTs ?? triggerTs)
    // Its cluster is over; a cluster closed by a user is not raised again by the same alarms.
    const parent = former.get(parentId ?? '')
    const isClosed = parent?.clearReason === 'closed' && parent.closedTs !== null && since < parent.closedTs
    if (parent && !isMember && (!active || isClosed)) return []
    return [
      {
        alarm,
        device,
        former: parent?.closedTs === null ? parent : undefined,
        key: alarm.dedupeKey,
        unit: branch.of === 'station' ? (device.station?.id ?? device.id) : device.id,
        lng: device.lng,
        lat: device.lat,
        sinceMs: since.getTime(),
        endMs: active ? null : (clearedTs?.getTime() ?? since.getTime()),
        ...(isMember && { clusterId: parentId }),
      },
    ]
  })
}

/** A cluster is keyed by its first device, or by that of the cluster it continues. */
function targetOf({ rule, state }: Scene, { children }: Cluster<CountedAlarm>): Target {
  const before = children.find(({ former }) => former !== undefined)?.former
  const device = state.plan.deviceByNo.get(before?.deviceNo ?? 0) ?? (children[0]?.device as DeviceEntry)
  return { key: clusterKey(rule.id, device.deviceNo), rule, device, channel: null }
}

function stepsOf(
  scene: Scene,
  cluster: Cluster<CountedAlarm>,
  open: readonly StoredAlarm[],
  nowMs: number,
): PendingStep[] {
  const { rule, index, branch, state } = scene
  const isOver = cluster.endMs <= nowMs && rule.body.autoClear
  if (cluster.id === undefined) {
    const target = targetOf(scene, cluster)
    const raised = clusterStep(target, { branch, index }, cluster)
    return isOver ? [raised, endStep(target, branch.severity, index, cluster.endMs, 'value')] : [raised]
  }
  const parent = open.find(({ id }) => id === cluster.id)
  const device = state.plan.deviceByNo.get(parent?.deviceNo ?? 0)
  if (!isOver || !parent || !device) return []
  const target = { key: parent.dedupeKey, rule, device, channel: null }
  const endMs = Math.max(cluster.endMs, parent.judgedTs.getTime() + 1)
  return [endStep(target, parent.severity, parent.branch, endMs, 'value')]
}

interface Joining {
  readonly key: string
  readonly triggerMs: number
  readonly fresh: readonly CountedAlarm[]
}

/** Sets the parent of the children, and logs it in both. */
async function join(trx: Tx, joining: readonly Joining[], nowMs: number): Promise<WrittenEntry[]> {
  if (joining.length === 0) return []
  const parents = await lockNewest(
    trx,
    joining.map(({ key }) => key),
  )
  const changes = joining.flatMap(({ key, triggerMs, fresh }) => {
    const parent = parents.get(key)
    // Muted, or closed by a user: no cluster was raised.
    const isRaised = parent?.closedTs === null && (parent.active || (parent.clearedTs?.getTime() ?? 0) > triggerMs)
    return isRaised ? folded(parent, fresh, nowMs) : []
  })
  return changeAlarms(trx, changes)
}

const NAMED_AT_MOST = 10

function folded(parent: StoredAlarm, fresh: readonly CountedAlarm[], nowMs: number): AlarmChange[] {
  const entry = (note: string, data: Readonly<Record<string, unknown>>) => ({
    tsMs: nowMs,
    ...SYSTEM,
    action: 'fold' as const,
    note,
    data,
  })
  const numbers = fresh.map(({ alarm }) => alarm.no)
  const more = numbers.length > NAMED_AT_MOST ? ` 等 ${numbers.length} 起` : ''
  return [
    {
      alarm: parent,
      set: {},
      entries: [entry(`${numbers.slice(0, NAMED_AT_MOST).join('、')}${more} 并入本报警`, { children: numbers })],
    },
    ...fresh.map(({ alarm }) => ({
      alarm,
      set: { parentId: parent.id },
      entries: [entry(`并入 ${parent.no}`, { parent: parent.no })],
    })),
  ]
}
