export interface RefreshPolicy {
  /** Maximum age at which the held value is returned as it is, ms. */
  readonly freshMs: number
  /** Maximum age at which the held value is returned while it is refreshed; older ones are waited for, ms. */
  readonly staleMs: number
}

/**
 * A shared value that is expensive to compute: computed on demand, one computation at a time. After a failed refresh
 * the held value is used until it expires.
 */
export function createRefreshing<T>(
  make: () => Promise<T>,
  policy: RefreshPolicy,
  now: () => number,
): () => Promise<T> {
  let held: { readonly value: T; readonly atMs: number } | undefined
  let making: Promise<T> | undefined

  function renew(): Promise<T> {
    making ??= make()
      .then((value) => {
        held = { value, atMs: now() }
        return value
      })
      .finally(() => {
        making = undefined
      })
    return making
  }

  return async () => {
    const ageMs = held === undefined ? Number.POSITIVE_INFINITY : now() - held.atMs
    if (held !== undefined && ageMs <= policy.freshMs) return held.value
    const renewed = renew()
    if (held === undefined || ageMs > policy.staleMs) return renewed
    // Callers waiting for the value get the failure; this one has a held value.
    renewed.catch(() => undefined)
    return held.value
  }
}
