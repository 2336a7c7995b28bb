import { SESSION_STORAGE_MS, STORAGE_KEYS } from '@natim/contract/constants'
import { dictEndpoints } from '@natim/contract/system/dict'
import { type DictItem, sessionEndpoints } from '@natim/contract/system/session'
import { create } from 'zustand'
import { call } from '../api/http.ts'
import { queryClient } from '../query/query-client.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'

/** Enabled items by dictionary code, in their order. */
export type DictItems = Readonly<Record<string, readonly DictItem[]>>

function stored(): DictItems {
  const items = readStored(STORAGE_KEYS.dictItems)
  return typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as DictItems) : {}
}

const useDictStore = create<{ readonly items: DictItems }>(() => ({ items: stored() }))

/** Replaces all dictionaries; open lists update at once (SH-35). Kept for seven days. */
export function keepDictItems(items: DictItems): void {
  writeStored(STORAGE_KEYS.dictItems, items, SESSION_STORAGE_MS)
  useDictStore.setState({ items })
}

export function forgetDictItems(): void {
  removeStored(STORAGE_KEYS.dictItems)
  useDictStore.setState({ items: {} })
}

/**
 * Makes the server drop its cache and reloads all dictionaries (SH-35).
 *
 * @throws ApiError, not reported
 */
export async function refreshDictItems(): Promise<void> {
  await call(dictEndpoints.refreshCache, {}, { silent: true })
  keepDictItems(await call(sessionEndpoints.allDictItems, {}, { silent: true }))
  await queryClient.invalidateQueries({ queryKey: [sessionEndpoints.dictItems.path] })
}

/** Items of a dictionary as received at sign-in; undefined when it was not included. */
export const useKeptDictItems = (code: string): readonly DictItem[] | undefined =>
  useDictStore((state) => state.items[code])
