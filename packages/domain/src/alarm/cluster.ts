import { distanceKm, type Place } from '../distance.ts'
import { SECOND_MS } from '../time.ts'
import type { ClusterBranch } from './rule.ts'

/** An alarm of a channel or device as clusters count it. All times are event time, epoch ms. */
export interface ClusterChild extends Place {
  readonly key: string
  /** Unit that is counted once: its station or its device. */
  readonly unit: string
  readonly sinceMs: number
  /** Null while it is active. */
  readonly endMs: number | null
  /** The open cluster it already belongs to. */
  readonly clusterId?: string
}

/** Alarms close together in space and time. */
export interface Cluster<C extends ClusterChild> {
  /** Id of a cluster that was already open. */
  readonly id?: string
  /** When the required count was reached: the start of the alarm that completed it. */
  readonly triggerMs: number
  /** For a new cluster the first entry is its earliest alarm. */
  readonly children: readonly C[]
  /**
   * When the count had been too low for the clear time; in the future while that may still change, Infinity while the
   * count is reached.
   */
  readonly endMs: number
}

interface Growing<C> {
  readonly id?: string
  readonly triggerMs: number
  readonly children: C[]
  endMs: number
}

type Rule = Pick<ClusterBranch, 'count' | 'radiusKm' | 'withinS' | 'clearForS'>

/**
 * Replays alarms in time order: each joins an open cluster with an active member nearby, or forms a new one with other
 * active, nearby, recent alarms. The order in which alarms became known does not matter.
 *
 * @param known open clusters, referenced by their children
 * @returns the known clusters, then the new ones by start time
 */
export function playClusters<C extends ClusterChild>(
  rule: Rule,
  children: readonly C[],
  known: readonly { readonly id: string; readonly triggerMs: number }[],
): Cluster<C>[] {
  const all = known.map(({ id, triggerMs }): Growing<C> => {
    const own = { id, triggerMs, children: children.filter(({ clusterId }) => clusterId === id), endMs: 0 }
    return { ...own, endMs: endOf(own, rule) }
  })
  let open = all
  let free: C[] = []
  const joins = (cluster: Growing<C>, child: C, atMs: number) =>
    cluster.children.some((other) => isActive(other, atMs) && isNear(rule, other, child))
  /** A joining alarm may connect others near it that were out of reach before. */
  const grow = (cluster: Growing<C>, atMs: number) => {
    for (let next = free.find((child) => joins(cluster, child, atMs)); next !== undefined; ) {
      cluster.children.push(next)
      free = without(free, next)
      next = free.find((child) => joins(cluster, child, atMs))
    }
    cluster.endMs = endOf(cluster, rule)
  }
  for (const child of children.filter(({ clusterId }) => clusterId === undefined).toSorted(inOrder)) {
    const atMs = child.sinceMs
    const over = open.filter(({ endMs }) => endMs <= atMs)
    open = open.filter(({ endMs }) => endMs > atMs)
    free = [...free, ...over.flatMap((cluster) => cluster.children), child]
      .filter((one) => isActive(one, atMs))
      .toSorted(inOrder)
    const held = open.find((cluster) => joins(cluster, child, atMs))
    if (held) {
      grow(held, atMs)
      continue
    }
    const group = groupAround(rule, free, child)
    if (!group) continue
    const begun: Growing<C> = { triggerMs: atMs, children: [...group], endMs: 0 }
    free = free.filter((one) => !group.includes(one))
    grow(begun, atMs)
    all.push(begun)
    open.push(begun)
  }
  return all
}

/** A group of at least `count` units around any centre near the new alarm; contains the new one, earliest first. */
function groupAround<C extends ClusterChild>(rule: Rule, free: readonly C[], child: C): readonly C[] | undefined {
  const { count, withinS } = rule
  const recent = free.filter(({ sinceMs }) => child.sinceMs - sinceMs <= withinS * SECOND_MS)
  const centres = recent.filter((centre) => isNear(rule, centre, child))
  return centres
    .map((centre) => recent.filter((other) => isNear(rule, centre, other)))
    .find((group) => unitsOf(group) >= count)
}

/** When fewer than `count` units have been active for the clear time, replayed from the trigger. */
function endOf(
  { triggerMs, children }: Pick<Growing<ClusterChild>, 'triggerMs' | 'children'>,
  { count, clearForS }: Rule,
) {
  const edges = children
    .flatMap(({ sinceMs, endMs }) => [sinceMs, endMs ?? Number.POSITIVE_INFINITY])
    .filter((ms) => ms > triggerMs && ms < Number.POSITIVE_INFINITY)
  let fewSinceMs: number | undefined
  for (const atMs of [triggerMs, ...edges.toSorted((a, b) => a - b)]) {
    if (fewSinceMs !== undefined && atMs - fewSinceMs >= clearForS * SECOND_MS) break
    const isFew = unitsOf(children.filter((child) => isActive(child, atMs))) < count
    fewSinceMs = isFew ? (fewSinceMs ?? atMs) : undefined
  }
  return fewSinceMs === undefined ? Number.POSITIVE_INFINITY : fewSinceMs + clearForS * SECOND_MS
}

const unitsOf = (children: readonly ClusterChild[]): number => new Set(children.map(({ unit }) => unit)).size
const isActive = ({ sinceMs, endMs }: ClusterChild, atMs: number): boolean =>
  sinceMs <= atMs && (endMs === null || endMs > atMs)
const isNear = ({ radiusKm }: Rule, a: Place, b: Place): boolean => distanceKm(a, b) <= radiusKm
const inOrder = (a: ClusterChild, b: ClusterChild): number => a.sinceMs - b.sinceMs || (a.key < b.key ? -1 : 1)
const without = <T>(all: readonly T[], one: T): T[] => all.filter((other) => other !== one)
