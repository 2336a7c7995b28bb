/** A page that still exists this long after unload began is staying: a download, or a cancelled navigation. */
const STAYS_AFTER_MS = 3_000

let leftAtMs = Number.NEGATIVE_INFINITY
window.addEventListener('beforeunload', () => {
  leftAtMs = performance.now()
})

/** Whether the page is being reloaded or left: requests that fail now say nothing about the server. */
export const isLeavingPage = (): boolean => performance.now() - leftAtMs < STAYS_AFTER_MS

/** Requests abort when the page unloads; after this wait a page that is left no longer runs code. */
export const untilGone = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))
