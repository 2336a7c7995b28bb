declare global {
  interface Navigator {
    /** Chromium only. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Without requestIdleCallback (Safari) a short delay counts as idle. */
const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in window ? (work) => void requestIdleCallback(work) : (work) => void setTimeout(work, 200)

/** One file may be missing; after more failures in a row the server is away, and hundreds would follow. */
const MAX_FAILURES = 2

/**
 * Loads one by one while the browser is idle; not in data-saver mode. Stops when the server is away. Failures are left
 * to the caller that needs the part.
 */
export async function preloadWhenIdle(
  loads: readonly ((() => Promise<void>) | undefined)[],
  isAway: () => boolean = () => false,
): Promise<void> {
  if (navigator.connection?.saveData === true) return
  let failures = 0
  for (const load of loads) {
    if (load === undefined) continue
    // Sequential on purpose.
    await new Promise<void>(whenIdle)
    if (isAway()) return
    failures = await load().then(
      () => 0,
      () => failures + 1,
    )
    if (failures === MAX_FAILURES) return
  }
}
