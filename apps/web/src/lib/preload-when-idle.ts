interface DataSaver {
  readonly connection?: { readonly saveData?: boolean }
}

/** Without the call (Safari) a moment is taken for idle. */
const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in window ? (work) => void requestIdleCallback(work) : (work) => void setTimeout(work, 200)

/**
 * Loads one after another while the browser has nothing to do; nothing where somebody pays for the line. A failure is met
 * by whoever needs the part.
 */
export async function preloadWhenIdle(loads: readonly ((() => Promise<void>) | undefined)[]): Promise<void> {
  if ((navigator as DataSaver).connection?.saveData === true) return
  for (const load of loads) {
    if (load === undefined) continue
    // One after another is the point.
    await new Promise<void>(whenIdle)
    await load().catch(() => undefined)
  }
}
