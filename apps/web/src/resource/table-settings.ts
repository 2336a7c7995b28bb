import { useMemo } from 'react'
import { create } from 'zustand'
import { readStored, writeStored } from '../lib/storage.ts'
import type { Column } from './columns.tsx'
import type { ResourceRow } from './define-resource.ts'

export type TableDensity = 'standard' | 'compact'

/** What a user changed in one table; columns not named follow their own `shown`. */
export interface TableSettings {
  readonly density?: TableDensity
  readonly columns?: Readonly<Record<string, boolean>>
}

const storageKey = (path: string) => `TABLE_SETTINGS:${path}`

function readSettings(path: string): TableSettings {
  const value = readStored(storageKey(path))
  return typeof value === 'object' && value !== null ? value : {}
}

const useStore = create<Readonly<Record<string, TableSettings>>>(() => ({}))

/** Settings of the table of a list path, kept on this machine. */
export function useTableSettings(path: string) {
  // Read once: the columns of a table hang on the object.
  const stored = useMemo(() => readSettings(path), [path])
  const settings = useStore((state) => state[path]) ?? stored
  const change = (patch: TableSettings) => {
    const next = { ...settings, ...patch }
    writeStored(storageKey(path), next, null)
    useStore.setState({ [path]: next })
  }
  return { settings, change }
}

/** design §4: below 1440 px the secondary columns give way. */
export function isShown(column: Column<ResourceRow>, settings: TableSettings, isWide: boolean): boolean {
  const chosen = settings.columns?.[column.key]
  if (chosen !== undefined) return chosen
  const shown = column.shown ?? 'always'
  return shown === 'always' || (shown === 'wide' && isWide)
}
