import { distanceKm, type Place } from '../distance.ts'
import { SECOND_MS } from '../time.ts'
import type { ClusterBranch } from './rule.ts'

/** An alarm of a channel or device, as clusters count it. All times are event time, epoch ms. */
export interface ClusterChild extends Place {
  readonly key: string
  /** What is counted once: its station, or its device. */
  readonly unit: string
  readonly sinceMs: number
  /** Null while it is active. */
  readonly endMs: number | null
  /** The open cluster it has joined already. */
  readonly clusterId?: string
}

/** Alarms that stand close together. */
export interface Cluster<C extends ClusterChild> {
  /** Of one that was open already. */
  readonly id?: string
  /** Since when there are enough: the alarm that made it so. */
  readonly triggerMs: number
  /** The first of a new one is the one that began. */
  readonly children: readonly C[]
  /** When there had been too few for the clear time; in the future while that may still be undone, Infinity while there are enough. */
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
 * What alarms come to in order of time: they join an open cluster that has an active one near them, or make a new one with
 * others that are active, near and not much older. The order in which they became known changes nothing.
 *
 * @param known clusters that are open, whose children name them
 * @returns those, and the new ones, by their beginning
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
  /** Whoever joins may bring others that stood near it all the time. */
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

/** Enough of those around any of them, the new one included; all of them, the first one first. */
function groupAround<C extends ClusterChild>(rule: Rule, free: readonly C[], child: C): readonly C[] | undefined {
  const { count, withinS } = rule
  const recent = free.filter(({ sinceMs }) => child.sinceMs - sinceMs <= withinS * SECOND_MS)
  const centres = recent.filter((centre) => isNear(rule, centre, child))
  return centres
    .map((centre) => recent.filter((other) => isNear(rule, centre, other)))
    .find((group) => unitsOf(group) >= count)
}

/** When fewer than enough have been active for the clear time, counted from the beginning. */
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
