import { readStored, writeStored } from '../../lib/storage.ts'

/** A result opened from the search, newest first. */
export interface RecentResult {
  readonly title: string
  readonly path: string
  /** Component of the menu row it needs: it is no longer offered once that page was revoked. */
  readonly component: string
}

const MAX_RECENT = 6
const LIFETIME_MS = 30 * 86_400_000

/** Per account: several people on duty share one browser. */
const keyOf = (username: string) => `SEARCH_RECENT_${username}`

const isRecent = (value: unknown): value is RecentResult => {
  const given: Partial<Record<keyof RecentResult, unknown>> = typeof value === 'object' && value !== null ? value : {}
  // Stored data are untrusted: only paths of the console are opened.
  const isPath = typeof given.path === 'string' && /^\/(?![/\\])/.test(given.path)
  return isPath && typeof given.title === 'string' && typeof given.component === 'string'
}

export function readRecent(username: string): readonly RecentResult[] {
  const stored = readStored(keyOf(username))
  return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : []
}

export function keepRecent(username: string, opened: RecentResult): void {
  const others = readRecent(username).filter(({ path }) => path !== opened.path)
  writeStored(keyOf(username), [opened, ...others].slice(0, MAX_RECENT), LIFETIME_MS)
}
