const MAX_KEYS = 500

/**
 * Briefly shares answers between callers of equal rights. The key must contain everything the answer depends on, above
 * all the scope. Failures are not cached.
 */
export function createScopeCache<T>(
  ttlMs: number,
  now: () => number,
): (key: string, make: () => Promise<T>) => Promise<T> {
  const entries = new Map<string, { readonly untilMs: number; readonly answer: Promise<T> }>()
  return (key, make) => {
    const held = entries.get(key)
    if (held && held.untilMs > now()) return held.answer
    if (entries.size >= MAX_KEYS) entries.clear()
    const answer = make()
    entries.set(key, { untilMs: now() + ttlMs, answer })
    answer.catch(() => entries.delete(key))
    return answer
  }
}
