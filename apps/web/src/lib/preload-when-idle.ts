declare global {
  interface Navigator {
    /** Chromium only. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Without requestIdleCallback (Safari) a short delay counts as idle. */
const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in window ? (work) => void requestIdleCallback(work) : (work) => void setTimeout(work, 200)

/**
 * Loads one by one while the browser is idle; not in data-saver mode. Failures are left to the caller that needs the
 * part.
 */
export async function preloadWhenIdle(loads: readonly ((() => Promise<void>) | undefined)[]): Promise<void> {
  if (navigator.connection?.saveData === true) return
  for (const load of loads) {
    if (load === undefined) continue
    // Sequential on purpose.
    await new Promise<void>(whenIdle)
    await load().catch(() => undefined)
  }
}
