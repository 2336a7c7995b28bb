import { create } from 'zustand'
import { useSession } from '@/lib/session/session-store.ts'
import { readStored, writeStored } from '@/lib/storage.ts'

/** Stored so that the user is still notified after a reload or return. */
const KEY = 'NATIM_EXPORTS_UNDER_WAY'
const KEPT_MS = 7 * 86_400_000

interface Watched {
  readonly user: string
  readonly ids: readonly string[]
}

const NONE: Watched = { user: '', ids: [] }

function stored(): Watched {
  const value = readStored(KEY)
  if (typeof value !== 'object' || value === null) return NONE
  const { user, ids }: Partial<Record<keyof Watched, unknown>> = value
  return typeof user === 'string' && Array.isArray(ids) ? { user, ids: ids.map(String) } : NONE
}

const useWatched = create<Watched>(stored)
const NO_IDS: readonly string[] = []

/** Exports the user waits for; those of a previously signed-in user are not included. */
export function useWatchedExports(): readonly string[] {
  const user = useSession((session) => session.user?.id)
  return useWatched((watched) => (watched.user === user ? watched.ids : NO_IDS))
}

/** Changes the exports the current user waits for. */
export function watchExports(change: (ids: readonly string[]) => readonly string[]): void {
  const user = useSession.getState().user?.id
  if (user === undefined) return
  const held = useWatched.getState()
  const ids = [...new Set(change(held.user === user ? held.ids : NO_IDS))]
  useWatched.setState({ user, ids })
  writeStored(KEY, { user, ids }, KEPT_MS)
}

/** For tests: re-reads the storage as after a reload. */
export const readWatchedAgain = (): void => useWatched.setState(stored())
