/** A page that is still there this long after it was to be left stays: a download, or somebody changed their mind. */
const STAYS_AFTER_MS = 3_000

let leftAtMs = Number.NEGATIVE_INFINITY
window.addEventListener('beforeunload', () => {
  leftAtMs = performance.now()
})

/** Whether the page is being reloaded or left: requests that break now say nothing about the server. */
export const isLeavingPage = (): boolean => performance.now() - leftAtMs < STAYS_AFTER_MS

/** Requests break the moment the page goes; after this wait one that is left runs no more. */
export const untilGone = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))
