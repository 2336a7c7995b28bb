import { readStored, writeStored } from '../../lib/storage.ts'

/** What was opened from the search, newest first. */
export interface RecentResult {
  readonly title: string
  readonly path: string
  /** Component of the menu row whose page it needs: one that was taken away is offered no longer. */
  readonly component: string
}

const MAX_RECENT = 6
const LIFETIME_MS = 30 * 86_400_000

/** Of one account: several people use one browser on duty. */
const keyOf = (username: string) => `SEARCH_RECENT_${username}`

const isRecent = (value: unknown): value is RecentResult => {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof RecentResult, unknown>
  >
  // What is stored is input: only paths of the console are gone to.
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
