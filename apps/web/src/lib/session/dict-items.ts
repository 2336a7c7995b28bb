import { SESSION_STORAGE_MS, STORAGE_KEYS } from '@natim/contract/constants'
import { dictEndpoints } from '@natim/contract/system/dict'
import { type DictItem, sessionEndpoints } from '@natim/contract/system/session'
import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from '../api/http.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'

/** Enabled items by dictionary code, in their order. */
export type DictItems = Readonly<Record<string, readonly DictItem[]>>

function stored(): DictItems {
  const items = readStored(STORAGE_KEYS.dictItems)
  return typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as DictItems) : {}
}

const useDictStore = create<{ readonly items: DictItems }>(() => ({ items: stored() }))

/** Replaces all dictionaries; every open list shows the new ones at once (SH-35). Kept for seven days. */
export function keepDictItems(items: DictItems): void {
  writeStored(STORAGE_KEYS.dictItems, items, SESSION_STORAGE_MS)
  useDictStore.setState({ items })
}

export function forgetDictItems(): void {
  removeStored(STORAGE_KEYS.dictItems)
  useDictStore.setState({ items: {} })
}

/**
 * Has the server drop its cache and takes all dictionaries anew (SH-35).
 *
 * @throws ApiError, not reported
 */
export async function refreshDictItems(): Promise<void> {
  await call(dictEndpoints.refreshCache, {}, { silent: true })
  keepDictItems(await call(sessionEndpoints.allDictItems, {}, { silent: true }))
}

const asked = new Map<string, Promise<void>>()

/** One dictionary the sign-in did not bring, asked for once however many fields want it. */
function load(code: string): Promise<void> {
  const running = asked.get(code)
  if (running !== undefined) return running
  const loading = call(sessionEndpoints.dictItems, { params: { code } })
    .then((items) => keepDictItems({ ...useDictStore.getState().items, [code]: items }))
    .finally(() => asked.delete(code))
  asked.set(code, loading)
  return loading
}

const NONE: readonly DictItem[] = []

/** Items of a dictionary; empty while they are loaded. */
export function useDictItems(code: string): readonly DictItem[] {
  const items = useDictStore((state) => state.items[code])
  useEffect(() => {
    // A failure was shown by the client; the field stays empty.
    if (items === undefined) load(code).catch(() => undefined)
  }, [code, items])
  return items ?? NONE
}
