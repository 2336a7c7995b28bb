export interface RefreshPolicy {
  /** Up to this age the held value is given as it is, ms. */
  readonly freshMs: number
  /** Up to this age the held value is given while a newer one is fetched; older ones are waited for, ms. */
  readonly staleMs: number
}

/**
 * A value that many callers want and that is dear to make: made by one of them at a time, on demand only. A failed
 * renewal leaves the held value in place until it is too old.
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
    // Whoever waits for a value will meet the failure; this caller has one.
    renewed.catch(() => undefined)
    return held.value
  }
}
