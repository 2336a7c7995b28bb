import { placeOf } from './view-mode.ts'

/** Stored form of an entry, shared by the family's clients so that they can read each other's (spec §4). */
interface StoredEntry {
  readonly value: unknown
  /** Epoch ms; null = never expires. */
  readonly expire: number | null
}

/**
 * A value in localStorage (in a view, in its own place) with an expiry stamp. Reading an expired or unreadable entry
 * removes it (D-31).
 */
export function readStored(key: string, nowMs = Date.now()): unknown {
  try {
    const place = placeOf(key)
    const raw = place.area.getItem(place.key)
    if (raw === null) return undefined
    const entry = JSON.parse(raw) as StoredEntry
    const isAlive = entry !== null && typeof entry === 'object' && (entry.expire === null || entry.expire > nowMs)
    if (isAlive) return entry.value
  } catch {
    // Invalid data of another version, or storage is unavailable: both count as no value.
  }
  removeStored(key)
  return undefined
}

export function writeStored(key: string, value: unknown, lifetimeMs: number | null, nowMs = Date.now()): void {
  const entry: StoredEntry = { value, expire: lifetimeMs === null ? null : nowMs + lifetimeMs }
  try {
    const place = placeOf(key)
    place.area.setItem(place.key, JSON.stringify(entry))
  } catch {
    // Storage is full or unavailable: the session then lasts as long as the page.
  }
}

export function removeStored(key: string): void {
  try {
    const place = placeOf(key)
    place.area.removeItem(place.key)
  } catch {
    // Storage is unavailable: nothing to remove.
  }
}

/** Keys of all stored entries. */
export function storedKeys(): readonly string[] {
  const { area, key: prefix } = placeOf('')
  return Object.keys(area).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
