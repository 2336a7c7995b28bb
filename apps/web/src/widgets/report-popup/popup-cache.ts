import { POPUP_CACHE_MS } from '@natim/contract/constants'
import { readStored, storedKeys, writeStored } from '../../lib/storage.ts'

const PREFIX = 'POPUP_CACHE:'

const sorted = (params: object) => Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))
const keyOf = (groupId: string, url: string, params: object) =>
  `${PREFIX}${groupId}:${url}:${JSON.stringify(sorted(params))}`

const asked = new Map<string, Promise<unknown>>()

/** Answers for old parameters would otherwise fill the storage. */
function sweep(nowMs: number): void {
  for (const key of storedKeys()) if (key.startsWith(PREFIX)) readStored(key, nowMs)
}

/**
 * A call's answer, shared by all popups of a group: the same call is made once within 30 s (WG-60). Without a group
 * each popup asks separately.
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
