import { POPUP_CACHE_MS } from '@natim/contract/constants'
import { readStored, storedKeys, writeStored } from '../../lib/storage.ts'

const PREFIX = 'POPUP_CACHE:'

const sorted = (params: object) => Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))
const keyOf = (groupId: string, url: string, params: object) =>
  `${PREFIX}${groupId}:${url}:${JSON.stringify(sorted(params))}`

const asked = new Map<string, Promise<unknown>>()

/** Old answers of other parameters would fill the storage for good. */
function sweep(nowMs: number): void {
  for (const key of storedKeys()) if (key.startsWith(PREFIX)) readStored(key, nowMs)
}

/**
 * The answer of a call, shared by every popup of a group: the same question is asked once, and not again within 30 s
 * (WG-60). Without a group each one asks for itself.
 *
 * @param nowMs epoch ms
 */
export async function cachedAnswer<T>(
  groupId: string | undefined,
  url: string,
  params: object,
  load: () => Promise<T>,
  nowMs: () => number = Date.now,
): Promise<T> {
  if (!groupId) return load()
  const key = keyOf(groupId, url, params)
  const kept = readStored(key, nowMs())
  if (kept !== undefined) return kept as T
  const running = asked.get(key)
  if (running) return running as Promise<T>
  const loading = load()
    .then((answer) => {
      sweep(nowMs())
      writeStored(key, answer, POPUP_CACHE_MS, nowMs())
      return answer
    })
    .finally(() => asked.delete(key))
  asked.set(key, loading)
  return loading
}
