/** What stands under a key: the family's form, so that clients of it read each other's entries (spec §4). */
interface StoredEntry {
  readonly value: unknown
  /** Epoch ms; null = never expires. */
  readonly expire: number | null
}

/** A value in localStorage with an expiry stamp. Reading an expired or unreadable entry removes it (D-31). */
export function readStored(key: string, nowMs = Date.now()): unknown {
  try {
    const raw = localStorage.getItem(key)
    if (raw === null) return undefined
    const entry = JSON.parse(raw) as StoredEntry
    const isAlive = entry !== null && typeof entry === 'object' && (entry.expire === null || entry.expire > nowMs)
    if (isAlive) return entry.value
  } catch {
    // Rubbish of another version, or storage is closed to us: both mean there is nothing.
  }
  removeStored(key)
  return undefined
}

export function writeStored(key: string, value: unknown, lifetimeMs: number | null, nowMs = Date.now()): void {
  const entry: StoredEntry = { value, expire: lifetimeMs === null ? null : nowMs + lifetimeMs }
  try {
    localStorage.setItem(key, JSON.stringify(entry))
  } catch {
    // Full or closed: the session then lives as long as the page.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing to remove where nothing can be stored.
  }
}
