import type { Group, Key, Outlet, Pipe } from './types.ts'

/** Most changes held for one subscription of a slow socket; older ones give way. */
const MAX_HELD = 5_000

export function createOutlet(id: string, pipe: Pipe): Outlet {
  return { id, pipe, held: new Set(), dropped: 0, needsSnapshot: true }
}

/** Gives a group's changes to one subscription, or holds them until the socket has room again. */
export function deliver(outlet: Outlet, group: Group, keys: ReadonlySet<Key>, frame: string): void {
  const isClear = !outlet.needsSnapshot && outlet.held.size === 0 && outlet.dropped === 0
  if (isClear && outlet.pipe.offer(frame)) return
  hold(outlet, keys)
  drain(outlet, group)
}

function hold(outlet: Outlet, keys: ReadonlySet<Key>): void {
  // The snapshot to come says it all.
  if (outlet.needsSnapshot) return
  for (const key of keys) {
    // Deleting first moves the key to the end: the oldest stand in front.
    if (outlet.held.delete(key)) outlet.dropped += 1
    outlet.held.add(key)
  }
  for (const key of outlet.held) {
    if (outlet.held.size <= MAX_HELD) break
    outlet.held.delete(key)
    outlet.dropped += 1
  }
}

/** Sends what was held, as far as the socket takes it. Returns whether nothing is left waiting. */
export function drain(outlet: Outlet, group: Group): boolean {
  if (!outlet.needsSnapshot && outlet.held.size === 0) return true
  if (!outlet.pipe.hasRoom()) return false
  if (outlet.needsSnapshot) {
    const snapshot = group.snapshot(outlet.id)
    if (snapshot === undefined) return true
    if (!outlet.pipe.offer(snapshot)) return false
    outlet.needsSnapshot = false
  }
  if (outlet.held.size === 0) return true
  if (!outlet.pipe.offer(group.render(outlet.id, outlet.held, outlet.dropped))) return false
  outlet.held.clear()
  outlet.dropped = 0
  return true
}
