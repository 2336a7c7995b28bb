import { useMemo } from 'react'
import { create } from 'zustand'
import { useSession } from '../lib/session/session-store.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import type { Column } from './columns.tsx'

export type TableDensity = 'standard' | 'compact'

/** Table settings changed by a user; columns not named follow their own `shown`. */
export interface TableSettings {
  readonly density?: TableDensity
  readonly columns?: Readonly<Record<string, boolean>>
}

/** Per user, since a machine may be shared. */
const storageKey = (username: string, path: string) => `TABLE_SETTINGS:${username}:${path}`

function readSettings(key: string): TableSettings {
  const value = readStored(key)
  return typeof value === 'object' && value !== null ? value : {}
}

const useStore = create<Readonly<Record<string, TableSettings>>>(() => ({}))

/** Settings of the table of a list path, stored per user on this machine. */
export function useTableSettings(path: string) {
  const username = useSession(({ user }) => user?.username ?? '')
  const key = storageKey(username, path)
  // Memoised: the columns of a table depend on the identity of this object.
  const stored = useMemo(() => readSettings(key), [key])
  const settings = useStore((state) => state[key]) ?? stored
  const change = (patch: TableSettings) => {
    const next = { ...settings, ...patch }
    writeStored(key, next, null)
    useStore.setState({ [key]: next })
  }
  return { settings, change }
}

/** design §4: below 1440 px the secondary columns are hidden. */
export function isShown(column: Column<never>, settings: TableSettings, isWide: boolean): boolean {
  const chosen = settings.columns?.[column.key]
  if (chosen !== undefined) return chosen
  const shown = column.shown ?? 'always'
  return shown === 'always' || (shown === 'wide' && isWide)
}
